// report.md: the report for people, made from the documents alone, so that anybody can make it again and compare.
import {
  type Finding,
  FINDING_KINDS,
  type FindingKind,
  type Findings,
  type Inventory,
} from './audit-documents.ts';

const TITLES: Readonly<Record<FindingKind, string>> = {
  'json-invalid': 'JSON files that do not parse',
  'yaml-invalid': 'YAML files that do not parse',
  'link-missing': 'Links that lead to nothing',
  'anchor-missing': 'Links to an anchor that does not exist',
  'link-outside': 'Links that lead out of the folder',
  duplicate: 'Files with the same content',
};

const ADVICE: Readonly<Record<FindingKind, string>> = {
  'json-invalid': 'Repair these first: programs that read them fail.',
  'yaml-invalid': 'Repair these first: programs that read them fail.',
  'link-missing': 'Correct the link, or restore what it leads to.',
  'anchor-missing': 'Correct the anchor; the file itself is there.',
  'link-outside': 'Check them by hand: the audit does not look outside of the folder.',
  duplicate: 'Decide which copy stays. Some copies are meant, such as licences.',
};

/** Longer lists are in findings.json in full. */
const SHOWN_FINDINGS = 100;
const SHOWN_TYPES = 30;
const SHOWN_ENTRIES = 50;

/** Headings that a report has to have, for whoever checks that it can be read. */
export const REQUIRED_HEADINGS = ['What to do first', 'What is in the folder', 'What could not be checked'];

export function renderReport(goal: string, inventory: Inventory, findings: Findings): string {
  const { totals } = inventory;
  const unchecked = totals.skipped + findings.unchecked.length;
  const kinds = FINDING_KINDS.filter((kind) => findings.totals.byKind[kind] > 0);
  const lines = [
    '# Audit of a folder',
    '',
    `> What was asked for: ${escapeText(goal)}`,
    '',
    `${count(totals.files, 'file')} with ${formatBytes(totals.bytes)} in ${count(totals.folders, 'folder')}: ` +
      `${count(findings.totals.findings, 'finding')}, and ${unchecked === 0 ? 'nothing' : unchecked} that could not be checked.`,
    '',
    '## What to do first',
    '',
    ...(kinds.length === 0
      ? ['Nothing: no check has found anything.']
      : kinds.map(
          (kind, index) =>
            `${index + 1}. **${TITLES[kind]}** (${findings.totals.byKind[kind]}): ${ADVICE[kind]}`,
        )),
    '',
    '## What is in the folder',
    '',
    ...table(
      ['Type', 'Files', 'Size'],
      [...inventory.types]
        .sort((one, other) => other.bytes - one.bytes || (one.type < other.type ? -1 : 1))
        .slice(0, SHOWN_TYPES)
        .map(({ type, files, bytes }) => [
          type === '' ? '(none)' : escapeText(type),
          String(files),
          formatBytes(bytes),
        ]),
    ),
    ...more(inventory.types.length, SHOWN_TYPES, 'types'),
    '',
    `Duplicates take ${formatBytes(wastedBytes(inventory, findings))} more than one copy of each would.`,
    ...(inventory.excluded.length === 0
      ? []
      : ['', `Left out wherever they occur: ${inventory.excluded.map(escapeCode).join(', ')}.`]),
    '',
    ...kinds.flatMap((kind) => renderKind(kind, inOrder(inventory, kind, findings))),
    '## What could not be checked',
    '',
    ...renderEntries([...inventory.skipped, ...findings.unchecked]),
    '',
  ];
  return lines.join('\n');
}

/** What could be saved if each duplicate existed once. */
export function wastedBytes(inventory: Inventory, findings: Findings): number {
  const wasteOf = wasteIn(inventory);
  return findings.findings
    .filter(({ kind }) => kind === 'duplicate')
    .reduce((sum, finding) => sum + wasteOf(finding), 0);
}

function wasteIn({ files: entries }: Inventory): (finding: Finding) => number {
  const sizes = new Map(entries.map(({ path, sizeBytes }) => [path, sizeBytes]));
  return ({ files }) => (files.length - 1) * (sizes.get(files[0] ?? '') ?? 0);
}

/** Duplicates that take the most come first; everything else stays in the order of the folder. */
function inOrder(inventory: Inventory, kind: FindingKind, { findings }: Findings): readonly Finding[] {
  const ofKind = findings.filter((each) => each.kind === kind);
  if (kind !== 'duplicate') return ofKind;
  const wasteOf = wasteIn(inventory);
  return ofKind.toSorted((one, other) => wasteOf(other) - wasteOf(one));
}

function count(amount: number, thing: string): string {
  return `${amount} ${thing}${amount === 1 ? '' : 's'}`;
}

function renderKind(kind: FindingKind, findings: readonly Finding[]): string[] {
  const rows = findings.slice(0, SHOWN_FINDINGS);
  const body =
    kind === 'duplicate'
      ? rows.flatMap(({ message, files }) => [
          `- ${escapeText(message)}:`,
          ...files.slice(0, SHOWN_ENTRIES).map((file) => `  - ${escapeCode(file)}`),
          ...more(files.length, SHOWN_ENTRIES, 'files').map((line) => `  ${line}`),
        ])
      : table(
          ['File', 'Line', 'What is wrong'],
          rows.map(({ files, line, message, target }) => [
            escapeCode(files[0] ?? ''),
            line === undefined ? '' : String(line),
            target === undefined ? escapeText(message) : `${escapeCode(target)} ${escapeText(message)}`,
          ]),
        );
  return [`## ${TITLES[kind]}`, '', ...body, ...more(findings.length, SHOWN_FINDINGS, 'findings'), ''];
}

function renderEntries(entries: readonly { readonly path: string; readonly reason: string }[]): string[] {
  if (entries.length === 0) return ['Everything could be checked.'];
  return [
    ...table(
      ['Entry', 'Reason'],
      entries.slice(0, SHOWN_ENTRIES).map(({ path, reason }) => [escapeCode(path), escapeText(reason)]),
    ),
    ...more(entries.length, SHOWN_ENTRIES, 'entries'),
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

function more(total: number, shown: number, what: string): string[] {
  return total > shown
    ? ['', `… and ${total - shown} more ${what}; findings.json and inventory.json have all.`]
    : [];
}

export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1_024 && unit < units.length - 1) {
    value /= 1_024;
    unit += 1;
  }
  return unit === 0 ? `${bytes} bytes` : `${value.toFixed(1)} ${units[unit] ?? ''}`;
}

/** A name from the folder as code that nothing in it can leave: not its table cell, not its line, not the code. */
export function escapeCode(text: string): string {
  const visible = makeVisible(text);
  const longest = Math.max(0, ...(visible.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const space = visible.startsWith('`') || visible.endsWith('`') || visible.trim() === '' ? ' ' : '';
  // A bar ends a cell of a table even within code.
  return `${fence}${space}${visible.replaceAll('|', '\\|')}${space}${fence}`;
}

/** Words from elsewhere without any Markdown or HTML in them; a colon in front of a space makes neither link nor emoji. */
export function escapeText(text: string): string {
  return makeVisible(text).replaceAll(/[\\`*_{}[\]()#+!|<>~&$@]|:(?! )/g, (character) => `\\${character}`);
}

/** Control characters, and those that turn the direction of writing, are named instead of shown. */
function makeVisible(text: string): string {
  return text
    .replaceAll(
      /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    .slice(0, 500);
}
