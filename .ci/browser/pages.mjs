// Pages in a real browser: nothing runs or loads, nothing sticks out, axe finds nothing.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { must } from './checks.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const ARGS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };

export async function browse(checks, { at, site, shots }) {
  const profile = mkdtempSync(join(tmpdir(), 'flowdrop-profile-'));
  const browser = await chromium.launchPersistentContext(profile, { executablePath: '/usr/bin/chromium', args: ARGS });
  const pages = { reference: at('reference.html'), failing: at('failing.html'), hostile: at('hostile.html'), site: join(site, 'index.html') };
  if (shots) mkdirSync(shots, { recursive: true });
  try {
    for (const [name, file] of Object.entries(pages)) {
      for (const [size, viewport] of Object.entries(SIZES)) {
        for (const colorScheme of ['light', 'dark']) {
          await checks.of(`${name}: ${size}, ${colorScheme}`, () => look(browser, file, { viewport, colorScheme, shot: shots && join(shots, `${name}-${size}-${colorScheme}.png`) }));
        }
      }
    }
    await checks.of('hostile: nothing runs even without the policy', () => lax(browser.browser(), pages.hostile));
    await checks.of('a deep link opens the fold that its case is in', () => deepLink(browser, pages));
    await checks.of('the first stop of the keyboard is the skip link', () => keyboard(browser, pages.reference));
    await checks.of('10,000 cases open and scroll', () => big(browser, at('large.html')));
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

// Notes everything that a page should not do.
function watch(page, file) {
  const heard = [];
  page.on('dialog', (dialog) => { heard.push(`dialog ${dialog.message()}`); dialog.dismiss(); });
  page.on('pageerror', (error) => heard.push(`error ${error.message}`));
  page.on('console', (message) => heard.push(`console ${message.text()}`));
  page.on('request', (request) => { if (!request.url().startsWith(`file://${file}`)) heard.push(`request ${request.url()}`); });
  return heard;
}

async function look(context, file, { viewport, colorScheme, shot }) {
  const page = await context.newPage();
  const heard = watch(page, file);
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await page.goto(`file://${file}`);
  if (shot) await page.screenshot({ path: shot });
  const [wide, scripts] = await page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.scripts.length]);
  must(wide <= 0, `the page is ${wide} px wider than the window`);
  must(scripts === 0, `${scripts} scripts`);
  // What is folded is read too, but not a thousand times the same.
  await page.evaluate(() => {
    [...document.querySelectorAll('details')].slice(0, 12).forEach((one) => { one.open = true; });
    // axe asks what lies under a text; what is laid out only in sight would move meanwhile.
    const still = new CSSStyleSheet();
    still.replaceSync('* { content-visibility: visible !important; }');
    document.adoptedStyleSheets = [still];
  });
  await page.evaluate(AXE);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  const told = found.violations.map((one) => `axe ${one.id}: ${one.help}\n  ${one.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)}\n  ${node.failureSummary}`).join('\n  ')}`);
  must(told.length === 0, told.join('\n'));
  must(heard.length === 0, heard.join('\n'));
  await page.close();
}

// The policy is the second line; escaping alone must hold.
async function lax(browser, file) {
  const own = browser ?? await chromium.launch({ executablePath: '/usr/bin/chromium', args: ARGS });
  const context = await own.newContext({ bypassCSP: true });
  const page = await context.newPage();
  const heard = watch(page, file);
  await page.goto(`file://${file}`);
  await page.evaluate(() => document.querySelectorAll('details').forEach((one) => { one.open = true; }));
  const state = await page.evaluate(() => ({
    foreign: document.querySelectorAll('script, img, iframe, object, embed, base, form').length,
    handlers: [...document.querySelectorAll('*')].filter((one) => [...one.attributes].some((a) => a.name.startsWith('on'))).length,
    links: [...document.links].filter((link) => !/^(https?|file):/.test(link.href)).map((link) => link.href),
    text: document.body.textContent,
  }));
  must(state.foreign === 0 && state.handlers === 0, 'markup of the report became markup of the page');
  must(state.links.length === 0, `links to ${state.links.join(', ')}`);
  for (const evidence of ['<script>alert(1)</script>', '‹1B›', '‹202E›', '‹00›', ']]>', '‹3A›:error::x', '<img src=x onerror=alert(2)>', 'javascript:alert(4)']) {
    must(state.text.includes(evidence), `${evidence} is not to be seen`);
  }
  must(heard.length === 0, heard.join('\n'));
  await context.close();
  if (!browser) await own.close();
}

async function deepLink(context, pages) {
  const page = await context.newPage();
  for (const [file, id] of [[pages.reference, 'RT-TOOL-3/prose/url-only-in-payload'], [pages.failing, 'RT-TOOL-3/prose/url-only-in-payload']]) {
    await page.goto('about:blank');
    await page.goto(`file://${file}#${id}`);
    const seen = await page.evaluate((id) => {
      const box = document.getElementById(id)?.getBoundingClientRect();
      return box && box.height > 0 && box.top >= -1 && box.top < innerHeight;
    }, id);
    must(seen, `${id} is not in sight in ${file}`);
  }
  await page.close();
}

async function keyboard(context, file) {
  const page = await context.newPage();
  await page.goto(`file://${file}`);
  await page.keyboard.press('Tab');
  const first = await page.evaluate(() => ({ text: document.activeElement.textContent, left: document.activeElement.getBoundingClientRect().left }));
  must(first.text.startsWith('Skip') && first.left >= 0, `it is ${JSON.stringify(first)}`);
  await page.keyboard.press('Enter');
  must(page.url().endsWith('#main'), 'the skip link leads nowhere');
  await page.close();
}

async function big(context, file) {
  const page = await context.newPage();
  const heard = watch(page, file);
  const start = performance.now();
  await page.goto(`file://${file}`);
  const opened = Math.round(performance.now() - start);
  const scrolled = await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const start = performance.now();
    for (let at = 0; at <= 20; at += 1) { scrollTo(0, document.documentElement.scrollHeight * at / 20); await frame(); }
    return Math.round(performance.now() - start);
  });
  const unfold = Math.round(await page.evaluate(async () => {
    const start = performance.now();
    document.querySelectorAll('details.group').forEach((one) => { one.open = true; });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return performance.now() - start;
  }));
  must(heard.length === 0, heard.join('\n'));
  must(opened < 15_000 && scrolled < 15_000, `opened in ${opened} ms, scrolled in ${scrolled} ms`);
  await page.close();
  return `opened in ${opened} ms, scrolled from top to bottom in ${scrolled} ms, unfolded in ${unfold} ms`;
}
