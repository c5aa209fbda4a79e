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

    // Charts are drawn from tables that are on the page, so that the numbers are there without them.
    const shades = ["--bad", "--warn", "--accent", "--ink-quiet", "--line-strong"];

    function colour(name) {
        return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    }

    function axis(extra) {
        return Object.assign({
            axisLine: { lineStyle: { color: colour("--line-strong") } },
            axisTick: { show: false },
            axisLabel: { color: colour("--ink-quiet"), fontSize: 12 },
            splitLine: { lineStyle: { color: colour("--line") } },
        }, extra);
    }

    function drawAgeing(element) {
        const table = document.querySelector("[data-chart-source='ageing']");
        const ages = [...table.querySelectorAll("thead th")].slice(1).map((cell) => cell.textContent);
        const names = ["Critical", "High", "Medium", "Low", "Info"];
        const series = [...table.querySelectorAll("tbody tr")].map((row) => {
            const name = row.querySelector("th").textContent;
            return {
                name,
                type: "bar",
                stack: "all",
                barMaxWidth: 46,
                itemStyle: { color: colour(shades[Math.max(0, names.indexOf(name))]) },
                data: [...row.querySelectorAll("td")].map((cell) => Number(cell.textContent)),
            };
        });
        return {
            animation: false,
            grid: { left: 44, right: 8, top: 30, bottom: 24 },
            legend: { top: 0, left: 0, itemWidth: 10, itemHeight: 10, textStyle: { color: colour("--ink-quiet") } },
            tooltip: { trigger: "axis", renderMode: "richText", axisPointer: { type: "none" } },
            xAxis: axis({ type: "category", data: ages }),
            yAxis: axis({ type: "value", minInterval: 1, axisLine: { show: false } }),
            series,
        };
    }

    /** The number that a cell shows, as it is written for people. */
    function figure(cell) {
        return Number(cell.textContent.replaceAll(",", "").replace("\u2212", "-"));
    }

    // Each step stands on the sum of those before it; sums stand on the ground.
    function drawWaterfall(element) {
        const rows = [...document.getElementById(element.dataset.source).querySelectorAll("tbody tr")];
        const ground = [];
        const above = [];
        const below = [];
        let sum = 0;
        rows.forEach((row) => {
            const isSum = row.classList.contains("sum");
            const amount = figure(row.querySelector("[data-amount]"));
            const from = isSum ? 0 : sum;
            const to = isSum ? amount : sum + amount;
            const low = Math.min(from, to);
            const high = Math.max(from, to);
            sum = to;
            const rises = to >= from;
            const color = colour(isSum ? "--ink-quiet" : rises ? "--accent" : "--good");
            ground.push(low >= 0 ? low : Math.min(high, 0));
            above.push({ value: high > 0 ? high - Math.max(low, 0) : 0, itemStyle: { color } });
            below.push({ value: low < 0 ? low - Math.min(high, 0) : 0, itemStyle: { color } });
        });
        const shown = (index) => rows[index].querySelector("th").textContent.trim() + "  " + rows[index].querySelector("[data-amount]").textContent;
        const bar = { type: "bar", stack: "all", barCategoryGap: "35%" };
        // What follows a comma is in the table.
        const named = (row) => row.querySelector("th").textContent.trim().split(",")[0];
        return {
            animation: false,
            grid: { left: 8, right: 12, top: 12, bottom: 8, containLabel: true },
            tooltip: { trigger: "axis", renderMode: "richText", axisPointer: { type: "none" }, formatter: (items) => shown(items[0].dataIndex) },
            xAxis: axis({ type: "category", data: rows.map(named), axisLabel: { color: colour("--ink-quiet"), fontSize: 12, interval: 0, width: 74, overflow: "break", lineHeight: 15, rotate: element.clientWidth < 520 ? 40 : 0 } }),
            yAxis: axis({ type: "value", axisLine: { show: false } }),
            series: [
                Object.assign({ data: ground, itemStyle: { color: "transparent" }, silent: true }, bar),
                Object.assign({ data: above }, bar),
                Object.assign({ data: below }, bar),
            ],
        };
    }

    function drawReleases(element) {
        const rows = [...document.getElementById(element.dataset.source).querySelectorAll("tbody tr")];
        const nights = [...new Set(rows.map((row) => row.querySelector("th").textContent))];
        const currencies = [...new Set(rows.map((row) => row.cells[1].textContent))];
        const hues = ["--accent", "--good", "--warn", "--ink-quiet", "--line-strong"];
        return {
            animation: false,
            grid: { left: 8, right: 12, top: 34, bottom: 8, containLabel: true },
            legend: { top: 0, left: 0, itemWidth: 10, itemHeight: 10, textStyle: { color: colour("--ink-quiet") } },
            tooltip: { trigger: "axis", renderMode: "richText", axisPointer: { type: "none" } },
            xAxis: axis({ type: "category", data: nights }),
            yAxis: axis({ type: "value", minInterval: 1, axisLine: { show: false } }),
            series: currencies.map((currency, index) => ({
                name: currency,
                type: "bar",
                stack: "all",
                barMaxWidth: 46,
                itemStyle: { color: colour(hues[index % hues.length]) },
                data: nights.map((night) => {
                    const row = rows.find((each) => each.querySelector("th").textContent === night && each.cells[1].textContent === currency);
                    return row ? figure(row.cells[2]) : 0;
                }),
            })),
        };
    }

    const drawings = { ageing: drawAgeing, waterfall: drawWaterfall, releases: drawReleases };
    const charts = new Map();

    function drawCharts() {
        document.querySelectorAll("[data-chart]").forEach((element) => {
            const draw = drawings[element.dataset.chart];
            if (!draw || !window.echarts) {
                return;
            }
            const chart = charts.get(element) || window.echarts.init(element);
            charts.set(element, chart);
            chart.setOption(draw(element), true);
        });
    }

    // Figures that move: one stream of events, and text that is put where it belongs.
    function drawRate(perSecond) {
        const element = document.querySelector("[data-live='rate']");
        if (!element || !window.echarts) {
            return;
        }
        const chart = charts.get(element) || window.echarts.init(element);
        charts.set(element, chart);
        const length = windowSeconds;
        const padded = new Array(Math.max(0, length - perSecond.length)).fill(null).concat(perSecond);
        chart.setOption({
            animation: false,
            grid: { left: 8, right: 24, top: 12, bottom: 8, containLabel: true },
            tooltip: { trigger: "axis", renderMode: "richText" },
            xAxis: axis({
                type: "category",
                boundaryGap: false,
                data: padded.map((_, i) => (i === length - 1 ? "now" : "−" + (length - 1 - i) + " s")),
                axisLabel: { color: colour("--ink-quiet"), fontSize: 12, interval: (i) => (length - 1 - i) % 60 === 0 },
            }),
            yAxis: axis({ type: "value", minInterval: 1, axisLine: { show: false } }),
            series: [{
                type: "line",
                symbol: "none",
                data: padded,
                lineStyle: { color: colour("--accent"), width: 1.5 },
                areaStyle: { color: colour("--accent"), opacity: 0.12 },
            }],
        });
    }

    const windowSeconds = 300;

    function partitions(owned) {
        if (owned === null || owned.length === 0) {
            return "no part of the feed";
        }
        const runs = [];
        owned.forEach((each) => {
            const last = runs[runs.length - 1];
            if (last && last.to === each - 1) {
                last.to = each;
            } else {
                runs.push({ from: each, to: each });
            }
        });
        const named = runs.map((run) => run.from === run.to ? String(run.from) : run.from + " to " + run.to);
        return (owned.length === 1 ? "partition " : "partitions ") + named.join(", ") + " of the feed";
    }

    const number = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

    // A figure that there is not yet is a sentence, and what explains the figure is not shown.
    function put(name, text, sentence) {
        document.querySelectorAll("[data-figure='" + name + "']").forEach((element) => {
            element.textContent = text === null ? sentence : text;
            element.classList.toggle("none", text === null);
        });
        document.querySelectorAll("[data-with='" + name + "']").forEach((element) => { element.hidden = text === null; });
    }

    function millis(value) {
        if (value === null || value === undefined) {
            return null;
        }
        return value < 1000 ? number.format(value) + " ms" : number.format(value / 1000) + " s";
    }

    let decided = null;

    // The latest decisions are asked for again when there are new ones.
    function refreshLatest(now) {
        const latest = document.getElementById("latest");
        if (latest && window.htmx && decided !== null && decided !== now) {
            window.htmx.trigger(latest, "decided");
        }
        decided = now;
    }

    const notKnown = "Not known now: the broker has no answer.";

    function showPulse(figures) {
        const known = figures.perSecond !== null;
        const perSecond = known ? figures.perSecond : [];
        const lately = perSecond.slice(-10);
        const sum = lately.reduce((a, b) => a + b, 0);
        const began = figures.since === null ? null : new Date(figures.since).toISOString().slice(11, 19) + " UTC";
        const whole = perSecond.length >= windowSeconds - 1;
        const span = whole || began === null ? "in five minutes" : "since " + began;
        const looked = number.format(figures.sampled);
        put("window", span);
        put("rate", lately.length ? number.format(sum / lately.length) : null, known ? "The first second has not ended." : notKnown);
        put("approved", known && figures.approvedPermille !== null ? number.format(figures.approvedPermille / 10) + " %" : null, known ? "Nothing was decided " + span + "." : notKnown);
        put("decided", figures.sampled < figures.decided ? looked + " looked into, of " + number.format(figures.decided) : looked);
        put("p50", millis(figures.p50), "");
        put("p95", millis(figures.p95), "");
        put("p99", millis(figures.p99), figures.partitions === null ? "This process does not decide. Those that do tell it as a metric:" : "This process answered nothing in the last minute.");
        put("since", began === null ? "" : whole ? ", of the last five minutes" : ", since somebody first looked at " + began);
        put("partitions", partitions(figures.partitions));
        put("lag", figures.lag === null ? null : number.format(figures.lag), notKnown);
        put("quarantined", figures.quarantined, "");
        document.getElementById("elsewhere").hidden = figures.partitions !== null;
        const list = document.getElementById("declines");
        list.replaceChildren(...(known ? figures.declines : []).map((each) => {
            const item = document.createElement("li");
            const name = document.createElement("span");
            name.textContent = each.reason.charAt(0).toUpperCase() + each.reason.slice(1);
            const count = document.createElement("span");
            count.textContent = number.format(each.count);
            item.append(name, count);
            return item;
        }));
        const none = document.getElementById("no-declines");
        none.hidden = known && figures.declines.length > 0;
        none.textContent = known ? "None." : notKnown;
        drawRate(perSecond);
        refreshLatest(figures.decided);
    }

    function listen() {
        const state = document.getElementById("pulse-state");
        if (!state) {
            return;
        }
        const say = (text) => {
            if (state.textContent !== text) {
                state.textContent = text;
            }
        };
        const source = new EventSource(state.dataset.stream);
        source.addEventListener("pulse", (event) => {
            say("Updating");
            showPulse(JSON.parse(event.data));
        });
        source.addEventListener("error", () => say("Not connected; trying again"));
        window.addEventListener("pagehide", () => source.close());
    }

    // A table that is wider than a phone stands closer; where that is not enough, each row is shown as
    // lines, each with the name of its column.
    const phone = window.matchMedia("(max-width: 480px)");

    function nameCells(table) {
        const names = [...table.querySelectorAll("thead tr:last-child > *")].map((head) => head.textContent.trim());
        table.querySelectorAll("tbody > tr, tfoot > tr").forEach((row) => {
            [...row.cells].forEach((cell, index) => {
                if (names.length === row.cells.length && names[index]) {
                    cell.dataset.column = names[index];
                }
            });
        });
    }

    function fitTables() {
        document.querySelectorAll(".scroll > table").forEach((table) => {
            const wide = () => table.parentElement.scrollWidth > table.parentElement.clientWidth;
            table.classList.remove("tight", "lines");
            if (phone.matches && table.tHead) {
                table.classList.toggle("tight", wide());
                if (wide()) {
                    nameCells(table);
                    table.classList.replace("tight", "lines");
                }
            }
        });
    }

    window.addEventListener("resize", fitTables);
    document.addEventListener("htmx:afterSettle", fitTables);

    window.addEventListener("resize", () => charts.forEach((chart) => chart.resize()));
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawCharts);

    function start() {
        sayLocalTimes(document);
        fitTables();
        drawCharts();
        listen();
    }
    if (document.readyState === "loading") {
        document.addEventListener("DOMContentLoaded", start);
    } else {
        start();
    }
})();
