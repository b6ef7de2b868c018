import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import javax.lang.model.element.Element;
import javax.tools.*;

/**
 * What javac says every name of a source folder leads to, one JSON line a name:
 * java bench/JavaAnswers.java REPOSITORY FOLDER... > ANSWERS
 */
public class JavaAnswers {
  public static void main(String[] arguments) throws Exception {
    Path root = Path.of(arguments[0]).toRealPath();
    List<Path> files = new ArrayList<>();
    for (String folder : Arrays.asList(arguments).subList(1, arguments.length)) {
      try (var walk = Files.walk(root.resolve(folder))) {
        walk.filter(p -> p.toString().endsWith(".java") && !p.endsWith("module-info.java"))
            .forEach(files::add);
      }
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var manager = compiler.getStandardFileManager(d -> {}, null, StandardCharsets.UTF_8);
    var task =
        (JavacTask)
            compiler.getTask(
                null, manager, d -> {}, List.of("-proc:none"), null,
                manager.getJavaFileObjectsFromPaths(files));
    Iterable<? extends CompilationUnitTree> units = task.parse();
    task.analyze();
    Trees trees = Trees.instance(task);
    for (CompilationUnitTree unit : units) new Names(trees, unit, root).scan(unit, null);
  }

  static class Names extends TreePathScanner<Void, Void> {
    final Trees trees;
    final CompilationUnitTree unit;
    final Path root;
    final String text;

    Names(Trees trees, CompilationUnitTree unit, Path root) throws Exception {
      this.trees = trees;
      this.unit = unit;
      this.root = root;
      this.text = unit.getSourceFile().getCharContent(true).toString();
    }

    @Override
    public Void visitIdentifier(IdentifierTree node, Void unused) {
      tell(node.getName().toString(), trees.getSourcePositions().getStartPosition(unit, node));
      return super.visitIdentifier(node, null);
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree node, Void unused) {
      String name = node.getIdentifier().toString();
      long end = trees.getSourcePositions().getEndPosition(unit, node);
      tell(name, end - name.length());
      return super.visitMemberSelect(node, null);
    }

    void tell(String name, long at) {
      Element element = trees.getElement(getCurrentPath());
      if (at < 0 || element == null) return;
      TreePath declared = trees.getPath(element);
      String target = "";
      if (declared != null) {
        CompilationUnitTree there = declared.getCompilationUnit();
        long start = trees.getSourcePositions().getStartPosition(there, declared.getLeaf());
        long end = trees.getSourcePositions().getEndPosition(there, declared.getLeaf());
        LineMap lines = there.getLineMap();
        long from = lines.getLineNumber(start);
        target = "[\"" + path(there) + "\", " + from + ", " + lines.getLineNumber(end) + "]";
      }
      LineMap lines = unit.getLineMap();
      long line = lines.getLineNumber(at);
      int begin = (int) lines.getStartPosition(line);
      int column = text.substring(begin, (int) at).getBytes(StandardCharsets.UTF_8).length;
      System.out.println(
          "[\"" + path(unit) + "\", " + line + ", " + column + ", \"" + name + "\", [" + target + "]]");
    }

    String path(CompilationUnitTree each) {
      return root.relativize(Path.of(each.getSourceFile().toUri())).toString();
    }
  }
}
