// A history as a document for people: every Event as a sentence, in Markdown or HTML. It is written page by page, however long the
// log is, and says that it proves nothing.
import { open, rename, rm } from 'node:fs/promises';
import type { EventRow } from '../contract/history.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import type { BundleDeskWords } from './bundle-words.ts';

export interface ReportSource {
  readonly title: string;
  readonly fromSequence: number;
  readonly throughSequence: number;
  readonly writtenAtMs: number;
  /** What is known of the history, in words; undefined where nobody has verified it since the start. */
  readonly verdict: string | undefined;
  /** Rows in sequence, page by page. */
  readonly pages: () => AsyncIterable<readonly EventRow[]>;
}

interface Format {
  readonly begin: (title: string, notes: readonly string[], columns: readonly string[]) => string;
  readonly line: (cells: readonly string[]) => string;
  readonly end: string;
}

/** For the screen, and for paper or PDF: nothing is cut in two, and long words break. */
const STYLE = [
  'body{font:14px/1.45 system-ui,sans-serif;margin:2rem;color:#182122;background:#fff}',
  'table{border-collapse:collapse;width:100%}',
  'td,th{padding:2px 10px;text-align:left;vertical-align:top;border-bottom:1px solid #dbe1e1}',
  'td{overflow-wrap:anywhere}td:first-child{text-align:right;font-variant-numeric:tabular-nums}',
  'td:nth-child(-n+2){white-space:nowrap}td:last-child{min-width:8em}p{max-width:75ch}.running{display:none}',
  '@page{size:A4;margin:15mm 12mm}',
  '@media print{body{margin:0;font-size:9.5pt}h1{font-size:15pt}thead{display:table-header-group}',
  'tr{break-inside:avoid}.running{display:table-row}.running th{font-size:8pt;font-weight:400;color:#4a5658;border:0;padding-bottom:6px}}',
].join('');

const FORMATS: { readonly [Name in 'markdown' | 'html']: Format } = {
  markdown: {
    begin: (title, notes, columns) =>
      [
        `# ${escapeMarkdown(title)}`,
        '',
        ...notes.flatMap((note) => [escapeMarkdown(note), '']),
        `| ${columns.join(' | ')} |`,
        `|${columns.map(() => ' --- |').join('')}`,
        '',
      ].join('\n'),
    line: (cells) => `| ${cells.map(escapeMarkdown).join(' | ')} |\n`,
    end: '',
  },
  html: {
    begin: (title, notes, columns) =>
      [
        '<!doctype html>',
        '<meta charset="utf-8">',
        `<title>${escapeHtml(title)}</title>`,
        `<style>${STYLE}</style>`,
        // On paper the head of the table stands on every page, and with it what this is.
        `<h1>${escapeHtml(title)}</h1>`,
        ...notes.map((note) => `<p>${escapeHtml(note)}</p>`),
        `<table><thead><tr class="running"><th colspan="${columns.length}">${escapeHtml([title, ...notes.slice(0, 2)].join(' · '))}</th></tr><tr>${columns.map((name) => `<th>${escapeHtml(name)}</th>`).join('')}</tr></thead><tbody>`,
        '',
      ].join('\n'),
    line: (cells) => `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>\n`,
    end: '</tbody></table>\n',
  },
};

/** Whatever has the name `target` afterwards is whole. Answers how many Events it tells. */
export async function writeReport(
  target: string,
  format: 'markdown' | 'html',
  source: ReportSource,
  { report }: BundleDeskWords,
): Promise<number> {
  const { begin, line, end } = FORMATS[format];
  const partial = `${target}.partial`;
  const file = await open(partial, 'w', 0o600);
  let count = 0;
  try {
    const { title, fromSequence, throughSequence, writtenAtMs, verdict } = source;
    const range = report.range(String(fromSequence), String(throughSequence), formatTimestamp(writtenAtMs));
    const notes = [range, report.verdict(verdict ?? report.notVerified), report.unverified];
    await file.writeFile(begin(report.title(title), notes, report.columns));
    for await (const rows of source.pages()) {
      const lines = rows.map((row) => line(cellsOf(row, report)));
      await file.writeFile(lines.join(''));
      count += rows.length;
    }
    await file.writeFile(end);
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(partial, { force: true });
    throw error;
  }
  await file.close();
  await rename(partial, target);
  return count;
}

function cellsOf(row: EventRow, report: BundleDeskWords['report']): readonly string[] {
  const { sequence, occurredAtMs, actor, sentence, takenBackAt, words } = row;
  const what = takenBackAt === undefined ? (sentence ?? words.text) : report.takenBack(String(takenBackAt));
  return [String(sequence), formatTimestamp(Math.floor(occurredAtMs)), what, actor.name];
}

/** What people wrote stays text, in a table as well. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').replaceAll(/[\\`*_{}[\]<>|#~]/gu, (sign) => `\\${sign}`);
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
