// Every format, checked by tools that somebody else wrote: a JSON Schema validator, xmllint
// with the strict JUnit schema, an HTML checker, and axe in a real browser.
//
//   node check.mjs PROGRAM [FOLDER-FOR-SCREENSHOTS]
//
// PROGRAM is the built flowdrop-conformance. Needs /usr/bin/chromium and xmllint.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Checks, program } from './checks.mjs';
import { browse } from './pages.mjs';
import { large } from './large.mjs';
import { formats, htmlChecker } from './formats.mjs';

const here = import.meta.dirname;
const root = join(here, '..', '..');
const binary = process.argv[2] ?? join(root, 'target', 'debug', 'flowdrop-conformance');
const shots = process.argv[3];
const work = mkdtempSync(join(tmpdir(), 'flowdrop-pages-'));
const checks = new Checks();
const run = program(binary);

const faulty = join(root, 'adapters', 'kits', 'python', 'example_faulty.py');
const site = join(work, 'site');
const at = (name) => join(work, name);
try {
  run('run', '--quiet', '--report', `json=${at('reference.json')}`);
  run('run', '--quiet', '--report', `json=${at('failing.json')}`, '--', 'python3', faulty, '--fault', 'leaks-later');
  writeFileSync(at('hostile.json'), readFileSync(join(root, 'harness', 'cli', 'tests', 'data', 'hostile.json')));
  writeFileSync(at('large.json'), JSON.stringify(large(JSON.parse(readFileSync(at('failing.json'))))));
  for (const name of ['reference', 'failing', 'hostile', 'large']) {
    await checks.of(`${name}: every format`, () => formats(run, at, name, here));
  }
  await checks.of('site', () => run.site(site, [at('reference.json'), at('failing.json')]));
  for (const page of ['reference', 'failing', 'hostile'].map((name) => at(`${name}.html`)).concat(join(site, 'index.html'))) {
    await checks.of(`${page}: HTML`, () => htmlChecker(page));
  }
  await browse(checks, { at, site, shots });
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exit(checks.close());
