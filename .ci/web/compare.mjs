// Draws SVG files with resvg and in Chromium, and tells how much of each picture differs.
import { readFileSync } from "node:fs";
import { Resvg } from "@resvg/resvg-js";
import { PNG } from "pngjs";
import puppeteer from "puppeteer-core";

const WIDTH = 672;
const MOST = 0.02; // of all dots: edges are smoothed in two ways
const browser = await puppeteer.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
let bad = 0;
for (const file of process.argv.slice(2)) {
  const svg = readFileSync(file, "utf8");
  const drawn = new Resvg(svg, { fitTo: { mode: "width", value: WIDTH }, background: "#ffffff" }).render();
  // Asked for once: each time they are copied.
  const { width, height, pixels } = drawn;
  await page.setViewport({ width, height });
  const url = "data:image/svg+xml;base64," + Buffer.from(svg).toString("base64");
  await page.setContent(`<body style="margin:0;background:#fff"><img src="${url}" width="${width}" height="${height}" style="display:block">`);
  const shot = PNG.sync.read(Buffer.from(await page.screenshot()));
  let differ = 0;
  for (let at = 0; at < width * height * 4; at += 4) {
    const far = [0, 1, 2].some((part) => Math.abs(shot.data[at + part] - pixels[at + part]) > 96);
    if (far) differ += 1;
  }
  const share = differ / (width * height);
  if (shot.width !== width || shot.height !== height || share > MOST) {
    bad += 1;
    console.log(`${file}: ${(100 * share).toFixed(2)} % of the dots differ`);
  }
}
await browser.close();
process.exit(bad > 0 ? 1 : 0);
