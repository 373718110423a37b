// Builds the whole bundle in memory. Deterministic: the same sources always give the same bytes.
import { addAdmissionSuite } from './admission.ts';
import { Bundle } from './bundle.ts';
import { addCryptographySuite } from './cryptography.ts';
import { addStructuralSuite } from './structural.ts';

export function buildBundle(): Bundle {
  const bundle = new Bundle();
  addStructuralSuite(bundle);
  const { artifactDigest, documents } = addCryptographySuite(bundle);
  addAdmissionSuite(bundle, artifactDigest, documents);
  return bundle;
}
