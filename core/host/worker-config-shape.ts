// Compares the configuration of a Worker with its schema, and says for every difference what would be right.
import { listShapeFaults, type NameForms } from '../coordinator/briefs/check-shape.ts';
import type { BriefFault } from '../coordinator/briefs/faults.ts';
import type { BriefSource } from '../coordinator/briefs/read-source.ts';
import type { WorkerConfigFile } from '../protocol/generated/documents.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';

const NAME_FORMS: NameForms = {
  capabilities: 'BriefOfferedCapability',
  folders: 'WorkerConfigFolderName',
  groups: 'Id',
  secrets: 'WorkerConfigVariable',
};

/** The configuration as its schema describes it, or everything in which it differs. */
export function checkConfigShape(source: BriefSource): Result<WorkerConfigFile, readonly BriefFault[]> {
  const faults = listShapeFaults(source, 'worker-config', NAME_FORMS);
  // The schema has just proven the shape.
  return faults === undefined ? accept(source.value as WorkerConfigFile) : refuse(faults);
}
