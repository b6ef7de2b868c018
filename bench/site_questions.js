"use strict";
// Asks the search of a site without a browser: node bench/site_questions.js ASSETS SITE < questions
// A line of standard input is a question, a line of output the paths that the site lists for it.
const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

const [assets, site] = process.argv.slice(2);
const make = (tag, attributes) => ({ ...attributes, addEventListener() {}, remove() {} });
const window = { book: { root: "", make } };
const document = { head: { append: ({ src }) => run(path.join(site, src)) } };
const context = vm.createContext({ window, document, atob, Blob, DecompressionStream, Response, Uint8Array });
const run = (file) => vm.runInContext(fs.readFileSync(file, "utf-8"), context);
Object.defineProperty(context, "bookShard", { get: () => window.bookShard });
for (const name of ["index.js", "query.js"]) run(path.join(assets, name));

async function main() {
  for (const text of fs.readFileSync(0, "utf-8").split("\n").filter(Boolean)) {
    const { read, question, named, files } = window.book.query;
    const query = read(text);
    const asked = question(text);
    const meant = asked ? (await named(query, asked.subject, true)).rows.slice(0, 1) : [];
    const symbols = query.words.length < 4 ? (await named(query, query.words.join(" "), false)).rows : [];
    const places = [...meant, ...symbols].flatMap(({ shown }) => shown.map(({ file }) => file.path));
    const found = [...places, ...(await files(query)).map((file) => file.path)];
    console.log(JSON.stringify([...new Set(found)].slice(0, 10)));
  }
}
main();
