// The structural suite of the bundle: conformance/ (RUN-001…RUN-003).
import type { StructuralEntry } from '../../../core/protocol/generated/documents.ts';
import type { Bundle } from './bundle.ts';
import { invalidCommandVectors } from './structural-invalid-command.ts';
import { invalidSignedVectors } from './structural-invalid-signed.ts';
import { invalidUnsignedVectors } from './structural-invalid-unsigned.ts';
import { validVectors } from './structural-valid.ts';
import type { StructuralVector } from './structural-vector.ts';

export function addStructuralSuite(bundle: Bundle): void {
  const entries = (vectors: readonly StructuralVector[], valid: boolean): StructuralEntry[] =>
    vectors.map(({ file, name, schema, text }) => ({
      name: `${valid ? 'valid' : 'invalid'}: ${name}`,
      schema: `schemas/${schema}.schema.json`,
      instance: bundle.add(`conformance/vectors/${valid ? 'valid' : 'invalid'}/${file}.json`, text),
      valid,
    }));
  const manifest = [
    ...entries(validVectors(), true),
    ...entries([...invalidCommandVectors(), ...invalidSignedVectors(), ...invalidUnsignedVectors()], false),
  ];
  bundle.addJson('conformance/manifest.json', manifest);
}
