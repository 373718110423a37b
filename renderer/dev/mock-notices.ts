// The sample desk's notices: what was told, what can be set, and a test that shows itself.
import type { implement } from '@orpc/server';
import type { deskContract } from '../../core/contract/contract.ts';
import type { NoticeRow, NoticeSettingsModel, NoticeSummary } from '../../core/contract/notices.ts';
import { MockRows } from './mock-live.ts';
import { AUTH, type SampleContext } from './sample-world.ts';

type Procedures = ReturnType<typeof implement<typeof deskContract>>;

export function mockNotices(
  os: Procedures['notices'],
  contextOf: () => SampleContext,
  isEmpty: boolean,
  missions: () => readonly {
    readonly connectionId: string;
    readonly groupId: string;
    readonly title: string;
  }[],
) {
  let settings: NoticeSettingsModel = {
    byUrgency: { now: ['window', 'native', 'badge'], decide: ['window', 'native', 'badge'], watch: [] },
    exceptions: isEmpty
      ? []
      : [
          { rule: 'mention', channels: ['window'] },
          {
            mission: { connectionId: 'acme.example', groupId: AUTH },
            channels: ['window', 'native', 'hook', 'badge'],
          },
        ],
    quiet: {
      isOn: !isEmpty,
      fromMinute: 22 * 60,
      untilMinute: 7 * 60,
      days: [0, 1, 2, 3, 4, 5, 6],
      letsNowThrough: true,
    },
    ...(isEmpty ? {} : { hook: { path: '/usr/local/bin/notice-to-phone', arguments: ['--quiet'] } }),
  };
  let isHookAgreed = !isEmpty;
  const summary = (): NoticeSummary => ({
    badge: isEmpty ? 0 : 7,
    isQuiet: false,
    ...(settings.hook === undefined
      ? {}
      : {
          hook: {
            running: 0,
            done: 12,
            failed: 1,
            lastFailure: {
              atMs: contextOf().nowMs - 4_000_000,
              words: contextOf().say('The program ended with 1.', 'Das Programm endete mit 1.'),
            },
          },
        }),
  });
  const rows = new MockRows<NoticeRow, NoticeSummary>([], summary());
  let number = 0;
  const ruleNames = [
    ['execution-lease-ends', 3, 'An execution lease ends soon', 'Eine Execution Lease endet bald'],
    ['submission-waits', 10, 'A submission waits', 'Eine Vorlage wartet'],
    ['item-failed', 18, 'A WorkItem has failed', 'Ein WorkItem ist gescheitert'],
    ['mention', 36, 'Somebody mentions you', 'Jemand erwähnt dich'],
  ] as const;
  return {
    follow: os.follow.handler(({ signal }) => rows.follow(signal)),
    settings: os.settings.handler(() => ({
      settings,
      isHookAgreed,
      missions: isEmpty
        ? []
        : missions().map(({ connectionId, groupId, title }) => ({ connectionId, groupId, title })),
      rules: ruleNames.map(([rule, ruleNumber, en, de]) => ({
        rule,
        number: ruleNumber,
        words: contextOf().say(en, de),
      })),
    })),
    save: os.save.handler(({ input }) => {
      const { hook } = input.settings;
      if (hook !== undefined && !hook.path.startsWith('/')) {
        const words = contextOf().say(
          'The path of the program has to be absolute.',
          'Der Pfad des Programms muss absolut sein.',
        );
        return { ok: false as const, fault: { code: 'not-absolute', words } };
      }
      isHookAgreed =
        hook !== undefined &&
        (input.isHookAgreed || (isHookAgreed && JSON.stringify(hook) === JSON.stringify(settings.hook)));
      ({ settings } = input);
      rows.summarize(summary());
      return { ok: true as const, value: { isHookAgreed } };
    }),
    test: os.test.handler(({ input }) => {
      number += 1;
      rows.put({
        id: `test-${String(number)}`,
        sort: String(1_000 - number),
        atMs: contextOf().nowMs,
        severity: 'decide',
        title: contextOf().say('A test from Heddle', 'Ein Test von Heddle').text,
        body: contextOf().say(
          'This is how a notice looks. Nothing needs you because of it.',
          'So sieht ein Hinweis aus. Seinetwegen braucht dich nichts.',
        ).text,
        href: '#/settings/notifications',
        channels: input.channels,
        count: 0,
        isTest: true,
      });
      return { ok: true as const, value: {} };
    }),
  };
}
