// Artifact content as runtimes ask for it: bytes or a hash, and an error where there is neither.
import type { ArtifactTransfer } from './agent-link.ts';
import { type ControlPlaneClient, type ControlPlaneFault, describeFault } from './control-plane-client.ts';
import type { Result } from '../protocol/result.ts';

/** Content could not be brought or fetched. */
export class TransferFault extends Error {
  override readonly name = 'TransferFault';
  readonly fault: ControlPlaneFault;

  constructor(fault: ControlPlaneFault) {
    super(describeFault(fault));
    this.fault = fault;
  }
}

export function createArtifactTransfer(
  controlPlane: Pick<ControlPlaneClient, 'upload' | 'download'>,
): ArtifactTransfer {
  return {
    upload: async (groupId, content) => valueOf(await controlPlane.upload(groupId, content)),
    download: async (groupId, contentHash) => valueOf(await controlPlane.download(groupId, contentHash)),
  };
}

function valueOf<Value>(answer: Result<Value, ControlPlaneFault>): Value {
  if (!answer.ok) throw new TransferFault(answer.fault);
  return answer.value;
}
