// What pages need beyond HTML: the viewer's time on hover, a key for the search box, charts.
(() => {
    "use strict";

    const zone = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "long" });

    function sayLocalTimes(within) {
        within.querySelectorAll("time[datetime]:not([title])").forEach((time) => {
            const at = new Date(time.getAttribute("datetime"));
            if (!Number.isNaN(at.getTime())) {
                time.title = zone.format(at) + " where you are";
            }
        });
    }

    document.addEventListener("keydown", (event) => {
        const writing = event.target.closest("input, textarea, select, [contenteditable]");
        if (event.key === "/" && !writing && !event.metaKey && !event.ctrlKey && !event.altKey) {
            const find = document.getElementById("find");
            if (find) {
                event.preventDefault();
                find.focus();
                find.select();
            }
        }
        if (event.key === "Escape") {
            document.querySelectorAll("details.me[open]").forEach((menu) => menu.removeAttribute("open"));
        }
    });

    document.addEventListener("click", (event) => {
        document.querySelectorAll("details.me[open]").forEach((menu) => {
            if (!menu.contains(event.target)) {
                menu.removeAttribute("open");
            }
        });
        const back = event.target.closest("a.back");
        if (back && document.referrer.startsWith(location.origin + "/console") && history.length > 1) {
            event.preventDefault();
            history.back();
        }
        const all = event.target.closest("input[data-all]");
        if (all) {
            document.querySelectorAll("input[name='" + all.dataset.all + "']").forEach((one) => { one.checked = all.checked; });
        }
    });

    // A form that was sent is not sent a second time by a second click.
    document.addEventListener("submit", (event) => {
        if (event.defaultPrevented) {
            return;
        }
        setTimeout(() => event.target.querySelectorAll("button[type=submit]").forEach((button) => { button.disabled = true; }), 0);
    });
    window.addEventListener("pageshow", () => document.querySelectorAll("button[type=submit]:disabled").forEach((button) => { button.disabled = false; }));

    document.addEventListener("htmx:configRequest", (event) => {
        event.detail.headers["X-Form-Token"] = document.body.dataset.formToken || "";
    });
    document.addEventListener("htmx:afterSwap", (event) => sayLocalTimes(event.target));

    function start() {
        sayLocalTimes(document);
    }
    if (document.readyState === "loading") {
        document.addEventListener("DOMContentLoaded", start);
    } else {
        start();
    }
})();
