// The structural suite: every instance against its schema, signatures left alone (RUN-001…RUN-003).
import { basename } from 'node:path';
import type { StructuralManifest } from '../protocol/generated/documents.ts';
import { parseJson } from '../protocol/json.ts';
import { checkParsed, isSchemaName } from '../protocol/schema.ts';
import type { BundleReader, CaseResult } from './bundle.ts';

/** Runs `conformance/manifest.json` of a bundle. */
export async function runStructuralSuite(reader: BundleReader): Promise<CaseResult[]> {
  const manifest = await reader.requireManifest<StructuralManifest>(
    'conformance/manifest.json',
    'structural-manifest',
  );
  const results: CaseResult[] = [];
  const instances = manifest.map(({ instance }) => instance);
  const names = new Set(manifest.map(({ name }) => name));
  const isUnique = new Set(instances).size === instances.length && names.size === manifest.length;
  const onDisk = (await reader.list('conformance')).filter((path) => path.startsWith('conformance/vectors/'));
  const unlisted = onDisk.filter((path) => !instances.includes(path));
  results.push({
    suite: 'structural',
    subject: 'artifact',
    id: 'conformance/manifest.json',
    verdict: isUnique && unlisted.length === 0 ? 'passed' : 'failed',
    detail: isUnique
      ? unlisted.length === 0
        ? ''
        : `not listed: ${unlisted.join(', ')}`
      : 'names or instances repeat',
  });
  for (const entry of manifest) {
    const detail = judge(entry.schema, entry.valid, await reader.require(entry.instance));
    results.push({
      suite: 'structural',
      subject: 'case',
      id: entry.name,
      verdict: detail === '' ? 'passed' : 'failed',
      detail,
    });
  }
  return results;
}

function judge(schema: string, valid: boolean, bytes: Uint8Array): string {
  const name = basename(schema, '.schema.json');
  if (!isSchemaName(name)) return `no schema ${schema}`;
  const parsed = parseJson(bytes);
  const fault = parsed.ok ? checkParsed(name, parsed.value) : { path: '', message: parsed.fault.message };
  if (valid && fault !== undefined) return `refused: ${fault.path} ${fault.message}`;
  if (!valid && fault === undefined) return 'accepted although it breaks the schema';
  return '';
}
