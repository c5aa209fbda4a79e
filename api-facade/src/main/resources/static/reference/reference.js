"use strict";

// The documents are those that this server serves; nothing is fetched from anywhere else.
window.ui = SwaggerUIBundle({
    dom_id: "#reference",
    urls: [
        { name: "The interface", url: "/v1/openapi.json" },
        { name: "Sandbox test helpers", url: "/sandbox/v1/test_helpers/openapi.json" }
    ],
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    layout: "StandaloneLayout",
    deepLinking: true,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
    persistAuthorization: false,
    validatorUrl: null
});
