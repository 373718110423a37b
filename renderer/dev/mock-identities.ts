// The sample desk's answers about connections and keys.
import type { implement } from '@orpc/server';
import type { deskContract } from '../../core/contract/contract.ts';
import type { createMockRows } from './mock-rows.ts';
import { sampleMissingKeys } from './sample-system.ts';
import type { SampleContext } from './sample-world.ts';

type Procedures = ReturnType<typeof implement<typeof deskContract>>;

export function mockIdentities(
  os: Pick<Procedures, 'connections' | 'keys'>,
  rows: Pick<ReturnType<typeof createMockRows>, 'connections' | 'groups' | 'keys' | 'status'>,
  contextOf: () => SampleContext,
) {
  const done = { ok: true as const, value: {} };
  /** Of the keys that can be read, or of the others. */
  const keyIdsWhere = (isUsable: boolean): string[] =>
    rows.keys.rows
      .filter(({ condition }) => (condition === 'available') === isUsable)
      .map(({ keyId }) => keyId);
  const refuse = (code: string, en: string, de: string) => ({
    ok: false as const,
    fault: { code, words: contextOf().say(en, de) },
  });
  return {
    connections: {
      follow: os.connections.follow.handler(({ signal }) => rows.connections.follow(signal)),
      groups: os.connections.groups.handler(({ signal }) => rows.groups.follow(signal)),
      createLocal: os.connections.createLocal.handler(() => ({
        ok: true as const,
        value: { connectionId: 'here' },
      })),
      enrolment: os.connections.enrolment.handler(({ input }) => ({
        ok: true,
        value: {
          steps: input.keyIds.map((keyId) => ({
            keyId,
            command: `heddle authority enrol ORGANIZATION-FOLDER --key-id ${keyId}`,
          })),
        },
      })),
      add: os.connections.add.handler(() =>
        refuse(
          'unreachable',
          'The Authority does not answer at this address.',
          'Unter dieser Adresse antwortet keine Authority.',
        ),
      ),
      remove: os.connections.remove.handler(() =>
        refuse(
          'commands-under-way',
          '2 Commands are on their way through it.',
          '2 Commands sind darüber unterwegs.',
        ),
      ),
      workOffline: os.connections.workOffline.handler(({ input }) => {
        const row = rows.connections.rows.find(({ connectionId }) => connectionId === input.connectionId);
        if (row !== undefined) {
          const status = input.isOffline ? ('working-offline' as const) : ('online' as const);
          const words = input.isOffline
            ? contextOf().say('working offline', 'arbeitet offline')
            : contextOf().say('connected', 'verbunden');
          rows.connections.put({ ...row, status, words, isWorkingOffline: input.isOffline });
        }
        return done;
      }),
      retry: os.connections.retry.handler(() => done),
      reclaim: os.connections.reclaim.handler(() => done),
    },
    keys: {
      follow: os.keys.follow.handler(({ signal }) => rows.keys.follow(signal)),
      create: os.keys.create.handler(({ input }) => ({
        ok: true as const,
        value: { keyId: input.keyId ?? 'urn:acme:key:new-1' },
      })),
      importFile: os.keys.importFile.handler(() =>
        refuse('not-a-key', 'There is no key in this file.', 'In dieser Datei ist kein Schlüssel.'),
      ),
      rotate: os.keys.rotate.handler(() => ({ ok: true as const, value: { keyId: 'urn:acme:key:ada-3' } })),
      takeOver: os.keys.takeOver.handler(() => done),
      removalEffects: os.keys.removalEffects.handler(() => ({
        ok: true as const,
        value: {
          effects: [
            contextOf().say(
              'Nothing can be signed as Mission owner at acme.example any more.',
              'Bei acme.example kann nichts mehr als Mission owner unterzeichnet werden.',
            ),
            contextOf().say(
              '2 final approvals wait for this signer.',
              '2 abschließende Freigaben warten auf diese Unterschrift.',
            ),
          ],
        },
      })),
      remove: os.keys.remove.handler(({ input }) => {
        rows.keys.take(input.keyId);
        return done;
      }),
      lock: os.keys.lock.handler(() => {
        rows.keys.summarize({
          ...rows.keys.summary,
          condition: 'locked',
          wantsPassphrase: true,
          words: contextOf().say('locked', 'gesperrt'),
        });
        rows.status.summarize({ ...rows.status.summary, keys: 'locked' });
        return done;
      }),
      unlock: os.keys.unlock.handler(() => {
        rows.keys.summarize({
          ...rows.keys.summary,
          condition: 'available',
          wantsPassphrase: false,
          words: contextOf().say('unlocked', 'entsperrt'),
        });
        rows.status.summarize({ ...rows.status.summary, keys: 'ok' });
        return done;
      }),
      backUp: os.keys.backUp.handler(() => ({
        ok: true as const,
        value: {
          path: '/home/ada/Heddle/backups/2026-11-30.heddle-keys',
          missingKeys: sampleMissingKeys(contextOf()),
        },
      })),
      testBackup: os.keys.testBackup.handler(() => ({
        ok: true as const,
        value: {
          covered: keyIdsWhere(true),
          absent: keyIdsWhere(false),
          further: [],
        },
      })),
      restore: os.keys.restore.handler(() => ({
        ok: true as const,
        value: {
          restored: ['urn:acme:key:ada-1'],
          alreadyThere: rows.keys.rows.map(({ keyId }) => keyId),
          conflicting: [],
        },
      })),
    },
  };
}
