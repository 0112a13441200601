// Each format of a report, by a tool for that format.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv/dist/2020.js';
import { HtmlValidate } from 'html-validate';
import { command, must } from './checks.mjs';

const COMMENT = 65_000;

export function formats(run, at, name, here) {
  const report = JSON.parse(readFileSync(at(`${name}.json`)));
  const names = ['html', 'junit', 'markdown', 'badge', 'badge-svg'];
  const start = performance.now();
  run('report', 'show', at(`${name}.json`), ...names.flatMap((format) => ['--report', `${format}=${at(`${name}.${format}`)}`]));
  const took = Math.round(performance.now() - start);

  const ajv = new Ajv({ allErrors: false, strict: false, logger: false });
  const valid = ajv.compile(JSON.parse(run('schema', 'report')));
  must(valid(report), `schema: ${ajv.errorsText(valid.errors)}`);

  const xml = command('xmllint', ['--noout', '--huge', '--schema', join(here, 'junit.xsd'), at(`${name}.junit`)]);
  must(xml.status === 0, xml.stderr.slice(0, 2000));
  const svg = command('xmllint', ['--noout', at(`${name}.badge-svg`)]);
  must(svg.status === 0, svg.stderr);

  const badge = JSON.parse(readFileSync(at(`${name}.badge`)));
  must(badge.schemaVersion === 1 && badge.label && badge.message, 'badge: no endpoint document');
  must(!/%|certif/i.test(badge.label + badge.message), `badge: overstates: ${badge.message}`);

  const markdown = readFileSync(at(`${name}.markdown`), 'utf8');
  must(markdown.length < COMMENT, `markdown: ${markdown.length} characters do not fit a comment`);
  for (const format of names) {
    const text = readFileSync(at(`${name}.${format}`), 'utf8');
    const bad = text.match(/[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069\uffff]|^\s*(::|##\[)/m);
    must(!bad, `${format}: a control character or command came through: ${JSON.stringify(bad?.[0])}`);
  }
  const kb = (format) => Math.round(statSync(at(`${name}.${format}`)).size / 1024);
  return `${report.cases.length} cases, json ${kb('json')} KiB, html ${kb('html')} KiB, made in ${took} ms`;
}

export async function htmlChecker(page) {
  const checker = new HtmlValidate({
    extends: ['html-validate:standard', 'html-validate:a11y'],
    // A region that scrolls must be reached by keyboard; titles are as long as names are.
    rules: { 'long-title': 'off', 'no-inline-style': 'error', 'require-sri': 'off' },
  });
  const result = await checker.validateString(readFileSync(page, 'utf8'), page);
  const told = result.results.flatMap((file) => file.messages).slice(0, 10);
  must(result.valid, told.map((m) => `${m.line}:${m.column} ${m.ruleId}: ${m.message}`).join('\n'));
}
