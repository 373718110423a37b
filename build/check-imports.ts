// Checks the import rules of .dependency-cruiser.cjs, and that the tool really read our sources: with a parser that
// does not fit it reads nothing and reports success.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, format, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['core', 'build', 'test', 'examples'];

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file)),
);

const options: ICruiseOptions = await extractDepcruiseOptions(join(ROOT, '.dependency-cruiser.cjs'));
const { output } = await cruise(FOLDERS, { ...options, baseDir: ROOT });
const result = output as ICruiseResult;

const report = await format(result, { outputType: 'err' });
if (typeof report.output === 'string') console.log(report.output.trim());
const seen = new Set(result.modules.map((module) => module.source));
const unread = sources.filter((file) => !seen.has(file));
for (const file of unread) console.error(`not read: ${file}`);
const edges = result.modules.reduce((sum, module) => sum + module.dependencies.length, 0);
console.log(`${sources.length} source files, ${edges} imports read`);
// Every source file imports something on average; far fewer edges than files means that nothing was parsed.
const isBlind = edges < sources.length;
if (isBlind) console.error('suspiciously few imports: the import rules were not checked');
process.exitCode = result.summary.error > 0 || unread.length > 0 || isBlind ? 1 : 0;
