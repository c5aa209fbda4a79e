// Passkeys: what a page and a device say to each other.
(() => {
    "use strict";

    const token = () => {
        const field = document.querySelector("input[name=form_token]");
        return field ? field.value : "";
    };

    function bytes(text) {
        const base64 = text.replace(/-/g, "+").replace(/_/g, "/");
        return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    }

    function text(buffer) {
        const letters = String.fromCharCode(...new Uint8Array(buffer));
        return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
    }

    async function post(path, body) {
        const reply = await fetch(path, {
            method: "POST",
            headers: { "Content-Type": "application/json", "X-Form-Token": token() },
            body: body === undefined ? undefined : JSON.stringify(body),
        });
        if (!reply.ok) {
            throw new Error(path + " was answered with " + reply.status);
        }
        return reply;
    }

    async function logIn() {
        const options = await (await post("/console/login/passkey/options")).json();
        const passkey = await navigator.credentials.get({
            publicKey: {
                ...options,
                challenge: bytes(options.challenge),
                allowCredentials: (options.allowCredentials || []).map((each) => ({ ...each, id: bytes(each.id) })),
            },
        });
        const said = passkey.response;
        await post("/console/login/passkey", {
            id: passkey.id,
            rawId: text(passkey.rawId),
            response: {
                authenticatorData: text(said.authenticatorData),
                clientDataJSON: text(said.clientDataJSON),
                signature: text(said.signature),
                userHandle: said.userHandle ? text(said.userHandle) : undefined,
            },
            credType: passkey.type,
            clientExtensionResults: passkey.getClientExtensionResults(),
            authenticatorAttachment: passkey.authenticatorAttachment,
        });
        const next = document.querySelector("input[name=next]");
        location.assign(next ? next.value : "/console");
    }

    async function add(label) {
        const options = await (await post("/console/account/passkeys/options")).json();
        const passkey = await navigator.credentials.create({
            publicKey: {
                ...options,
                challenge: bytes(options.challenge),
                user: { ...options.user, id: bytes(options.user.id) },
                excludeCredentials: (options.excludeCredentials || []).map((each) => ({ ...each, id: bytes(each.id) })),
            },
        });
        const said = passkey.response;
        await post("/console/account/passkeys", {
            publicKey: {
                credential: {
                    id: passkey.id,
                    rawId: text(passkey.rawId),
                    response: {
                        attestationObject: text(said.attestationObject),
                        clientDataJSON: text(said.clientDataJSON),
                        transports: said.getTransports ? said.getTransports() : [],
                    },
                    type: passkey.type,
                    clientExtensionResults: passkey.getClientExtensionResults(),
                    authenticatorAttachment: passkey.authenticatorAttachment,
                },
                label,
            },
        });
        location.assign(location.pathname.replace(/\/account.*$/, "/account"));
    }

    function attempt(work) {
        work().catch(() => {
            const problem = document.getElementById("passkey-problem");
            problem.hidden = false;
        });
    }

    /** A passkey is bound to a name: where the page is asked for by number, its name leads there. */
    function otherAddress() {
        const link = document.createElement("a");
        link.href = location.href.replace(location.hostname, "localhost");
        link.textContent = "localhost";
        const sentence = document.createElement("p");
        sentence.className = "quiet small";
        sentence.append("Passkeys work at ", link, ", not at ", location.hostname, ".");
        return sentence;
    }

    function start() {
        const part = document.getElementById("passkeys");
        if (!part || !window.PublicKeyCredential) {
            return;
        }
        part.hidden = false;
        if (["127.0.0.1", "[::1]"].includes(location.hostname)) {
            part.append(otherAddress());
        }
        const login = document.getElementById("passkey-login");
        if (login) {
            login.addEventListener("click", () => attempt(logIn));
        }
        const form = document.getElementById("passkey-add");
        if (form) {
            form.addEventListener("submit", (event) => {
                event.preventDefault();
                attempt(() => add(form.elements.label.value));
            });
        }
    }
    if (document.readyState === "loading") {
        document.addEventListener("DOMContentLoaded", start);
    } else {
        start();
    }
})();
