import { getEventIteratorSchemaDetails, isContractProcedure } from '@orpc/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { deskContract } from './contract.ts';
import { intent } from './forms.ts';

interface Described {
  readonly path: string;
  readonly input: z.ZodType | undefined;
  readonly output: z.ZodType;
  readonly isLive: boolean;
}

function* describeProcedures(router: object, path = ''): Generator<Described> {
  for (const [name, member] of Object.entries(router) as [string, object][]) {
    const here = path === '' ? name : `${path}.${name}`;
    if (!isContractProcedure(member)) yield* describeProcedures(member, here);
    else {
      const { inputSchema, outputSchema } = member['~orpc'];
      const live = getEventIteratorSchemaDetails(outputSchema);
      yield {
        path: here,
        input: inputSchema as z.ZodType | undefined,
        output: (live?.yields ?? outputSchema) as z.ZodType,
        isLive: live !== undefined,
      };
    }
  }
}

const procedures = [...describeProcedures(deskContract)];

interface Member {
  readonly type?: string;
}

/** No key is a number: a number says how much a model reads and writes. */
function canHoldSecret({ type }: Member): boolean {
  return type !== 'number' && type !== 'integer';
}

/** Names of members, anywhere in a schema. */
function memberNames(
  schema: z.ZodType | undefined,
  counts: (member: Member) => boolean = () => true,
): ReadonlySet<string> {
  const names = new Set<string>();
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(walk);
    else if (typeof node === 'object' && node !== null) {
      for (const [key, value] of Object.entries(node)) {
        if (key === 'properties')
          for (const [name, member] of Object.entries(value as Record<string, Member>))
            if (counts(member)) names.add(name);
        walk(value);
      }
    }
  };
  if (schema !== undefined) walk(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }));
  return names;
}

const SECRET = /seed|secret|private|token|passphrase|password|mnemonic/iu;

/** Where a passphrase goes in, to be forgotten at once; nowhere does one come out. */
const ASKS_FOR_PASSPHRASE = [
  'keys.unlock',
  'keys.backUp',
  'keys.testBackup',
  'keys.restore',
  'data.setPassphrase',
  'data.tryBackup',
  'data.restore',
  'recovery.restore',
];

describe('the contract between window and host', () => {
  it('describes every procedure with an output', () => {
    expect(procedures.length).toBeGreaterThan(50);
    expect(procedures.filter(({ output }) => output === undefined)).toEqual([]);
  });

  it('lets no key material out', () => {
    const telling = procedures.flatMap(({ path, output }) =>
      [...memberNames(output, canHoldSecret)]
        .filter((name) => SECRET.test(name))
        .map((name) => `${path}: ${name}`),
    );
    // Facts about where keys are kept, and that there is a passphrase for backups.
    expect(telling).toEqual([
      'system.capabilities: passphraseFile',
      'keys.follow: wantsPassphrase',
      'data.follow: hasPassphrase',
    ]);
  });

  it('takes no key material, and a passphrase only where it unlocks or seals', () => {
    const asking = procedures.flatMap(({ path, input }) =>
      [...memberNames(input, canHoldSecret)].some((name) => SECRET.test(name)) ? [path] : [],
    );
    expect(asking.toSorted()).toEqual(ASKS_FOR_PASSPHRASE.toSorted());
  });

  it('refuses inputs that say more than they should', () => {
    const open = procedures.filter(({ input }) => input?.safeParse({ somethingElse: true }).success === true);
    expect(open.map(({ path }) => path)).toEqual([]);
  });

  it('gives every live query parts with numbers, so that a window can acknowledge them', () => {
    const live = procedures.filter(({ isLive }) => isLive);
    expect(live.length).toBeGreaterThan(15);
    expect(live.filter(({ output }) => !memberNames(output).has('number'))).toEqual([]);
  });

  it('knows the form of each intent and refuses one of another kind', () => {
    const offer = {
      kind: 'work.offer',
      form: { workItemId: 'urn:x:1', candidates: [{ agentId: 'urn:x:a' }] },
    };
    expect(intent.safeParse(offer).success).toBe(true);
    expect(intent.safeParse({ ...offer, kind: 'work.unblock' }).success).toBe(false);
    expect(intent.safeParse({ ...offer, form: { ...offer.form, sessionEpoch: 7 } }).success).toBe(false);
    expect(
      intent.safeParse({ kind: 'ext.missionweaveprotocol.identity.session_open', form: {} }).success,
    ).toBe(false);
  });
});
