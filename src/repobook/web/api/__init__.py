"""Questions over HTTP: routes, parameters, their description."""
