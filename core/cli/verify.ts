// `heddle verify`: verifies documents against Registry evidence and says in words what was proven (SIG-031…SIG-037).
import { openRegistry } from '../protocol/registry.ts';
import { type VerificationStage, verifyDocument } from '../protocol/verify.ts';
import { parseKind, parseObject, readRequired } from './document-files.ts';
import { EXIT_CODES, type ExitCode, type Terminal, UserFault } from './terminal.ts';

export interface VerifyOptions {
  readonly kind: string;
  readonly registry?: string;
  readonly json?: boolean;
}

const STAGES: readonly VerificationStage[] = [
  'parse',
  'schema',
  'signature-envelope',
  'key-resolution',
  'canonicalization',
  'signature',
];

/**
 * Answers yes when every file verifies. It runs on the caller's own machine and files, so it names the failing
 * stage and reason, which the wire never may (SIG-039).
 */
export async function runVerify(
  terminal: Terminal,
  files: readonly string[],
  options: VerifyOptions,
): Promise<ExitCode> {
  const kind = parseKind(terminal, options.kind);
  if (options.registry === undefined) throw new UserFault(terminal.words.registryNeeded());
  const registryBytes = await readRequired(terminal, options.registry);
  const keys = openRegistry(parseObject(terminal, options.registry, registryBytes));
  let refusals = 0;
  for (const file of files) {
    const verified = verifyDocument(kind, await readRequired(terminal, file), keys);
    if (!verified.ok) refusals += 1;
    if (options.json === true) {
      terminal.out(
        JSON.stringify(
          verified.ok
            ? { file, ok: true, ...factsOf(verified.value) }
            : { file, ok: false, ...verified.fault },
        ),
      );
    } else if (verified.ok) {
      terminal.out(terminal.words.verified(file));
      for (const line of terminal.words.proven(factsOf(verified.value))) terminal.out(`  ${line}`);
    } else {
      const { stage, reason, detail } = verified.fault;
      terminal.out(terminal.words.refused(file, STAGES.indexOf(stage) + 1, stage));
      for (const line of terminal.words.refusal(reason, detail)) terminal.out(`  ${line}`);
    }
  }
  return refusals === 0 ? EXIT_CODES.yes : EXIT_CODES.no;
}

function factsOf(verified: {
  readonly kind: string;
  readonly principal: { readonly type: string; readonly id: string };
  readonly keyId: string;
  readonly organizationId: string;
  readonly protectedTime: string;
  readonly signingHash: string;
}) {
  const { kind, principal, keyId, organizationId, protectedTime, signingHash } = verified;
  return {
    kind,
    principalType: principal.type,
    principalId: principal.id,
    keyId,
    organizationId,
    protectedTime,
    signingHash,
  };
}
