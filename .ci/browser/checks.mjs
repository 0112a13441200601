// Counting checks, and running the program.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';

export class Checks {
  passed = 0;
  failed = 0;

  async of(name, check) {
    const start = performance.now();
    try {
      const note = await check();
      this.passed += 1;
      const took = Math.round(performance.now() - start);
      console.log(`ok      ${name} (${took} ms)${typeof note === 'string' ? `: ${note}` : ''}`);
    } catch (error) {
      this.failed += 1;
      console.log(`FAILED  ${name}\n        ${String(error.message ?? error).replaceAll('\n', '\n        ')}`);
    }
  }

  close() {
    console.log(`\n${this.passed} passed, ${this.failed} failed`);
    return this.failed === 0 && this.passed > 0 ? 0 : 1;
  }
}

export function must(holds, message) {
  if (!holds) throw new Error(message);
}

export function command(name, args) {
  const done = spawnSync(name, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (done.error) throw done.error;
  return done;
}

// The program; statuses 0 and 1 are answers, everything else is trouble.
export function program(binary) {
  const run = (...args) => {
    const done = command(binary, args);
    must(done.status === 0 || done.status === 1, `${args.join(' ')}: status ${done.status}\n${done.stderr}`);
    return done.stdout;
  };
  run.site = (folder, reports) => {
    mkdirSync(folder);
    for (const report of reports) copyFileSync(report, join(folder, basename(report)));
    run('report', 'site', folder);
    const check = command(binary, ['report', 'site', folder, '--check']);
    must(check.status === 0, check.stderr);
  };
  return run;
}
