// One line of a running program: a report of a known shape, or words that are passed on as they are.
import type { RunReportLine } from '../../protocol/generated/documents.ts';
import { parseJson } from '../../protocol/json.ts';
import { accept, refuse, type Result } from '../../protocol/result.ts';
import { checkParsed, describeSchemaFault } from '../../protocol/schema.ts';

/** Enough for 200 milestones and every other member at its longest. */
export const MAX_REPORT_BYTES = 256 * 1_024;
const MAX_DEPTH = 8;
const OPENING_BRACE = 0x7b;

/**
 * A report, or why the line is none. `no-report` is ordinary output; a reason in words belongs to a line that was meant
 * as a report.
 */
export function parseReportLine(bytes: Uint8Array): Result<RunReportLine, 'no-report' | { detail: string }> {
  if (bytes[0] !== OPENING_BRACE) return refuse('no-report');
  const parsed = parseJson(bytes, { limits: { maxBytes: MAX_REPORT_BYTES, maxDepth: MAX_DEPTH } });
  if (!parsed.ok) return refuse({ detail: parsed.fault.message });
  const fault = checkParsed('run-report', parsed.value);
  if (fault !== undefined) return refuse({ detail: describeSchemaFault(fault) });
  return accept(parsed.value.value as unknown as RunReportLine);
}
