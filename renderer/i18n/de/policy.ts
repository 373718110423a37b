// Policy und Ausnahmen.
import type { policy as en } from '../en/policy.ts';
import type { Translated } from '../translated.ts';

export const policy: Translated<typeof en> = {
  title: 'Policy und Ausnahmen',
  view: 'Ansicht',
  views: { overrides: 'Ausnahmen', log: 'Policy Log', limits: 'Grenzen' },
  overrides: {
    title: 'Ausnahmen',
    none: 'Keine Ausnahme wurde gebraucht',
    noneBody:
      'Wenn eine Grenze einen Command ablehnt, kann der Owner sie einmal aufheben, für genau diesen Command.',
    choose: 'Wähle eine Ausnahme',
    add: 'Neue Ausnahme…',
    formTitle: 'Eine Grenze einmal aufheben',
    way: 'Wo sie steht',
    steps: { asked: 'erbeten', granted: 'erteilt', used: 'verbraucht von' },
    notAsked: 'niemand hat gebeten',
    notGranted: 'nicht erteilt',
    notUsed: 'nicht verbraucht',
    by: 'von {{name}}',
    limit: 'Grenze',
    beneficiary: 'Für',
    command: 'Command',
    action: 'Action ID',
    reason: 'Grund',
    expires: 'Endet',
    expiresHint: 'spätestens mit der Mission, {{deadline}}',
    oneShot:
      'Nur für diesen einen Command, einmal: Sie ist verbraucht, wenn der Command angenommen ist, und nicht vorher.',
    inOutbox: 'Den Command im Ausgang zeigen',
    actionHint:
      'des Commands, der wartet; er behält seine Action ID, während um die Ausnahme gebeten wird (F12)',
    members: 'Nur Mitglieder der Mission',
    ask: 'Owner bitten…',
    grant: 'Erteilen…',
    send: 'Mit Ausnahme senden…',
    askText:
      'Bitte hebe die Grenze „{{policy}}“ einmal für „{{command}}“ auf (Action ID {{actionId}}), bis {{until}}. Grund: {{reason}}',
    faults: {
      'no-policy': 'Wähle eine Grenze.',
      'no-kind': 'Diese Art von Command kann die Grenze nicht berühren.',
      'no-beneficiary': 'Wähle ein Mitglied der Mission.',
      'no-action': 'Nenne die Action ID des Commands.',
      'no-reason': 'Sag, warum: Es steht für immer im Log.',
      'no-end': 'Eine Ausnahme braucht ihr Ende.',
      'end-past': 'Das Ende liegt in der Vergangenheit.',
      'end-late': 'Eine Ausnahme endet spätestens mit ihrer Mission.',
    },
  },
  log: {
    title: 'Policy Log',
    none: 'Nichts wurde außer der Reihe entschieden',
    noneBody:
      'Ausnahmen, Delegation, Notfallvergaben, Schwärzungen und Startfreigaben stehen hier, mit dem, was abgelehnt wurde.',
    full: 'ganzes Log',
    partial: 'unvollständig',
    columns: {
      decision: 'Entscheidung',
      rule: 'Regel',
      actor: 'Wer',
      object: 'Worüber',
      at: 'Wann',
      event: 'Event',
    },
    sources: { snapshot: 'signierter Snapshot', event: 'Event', refusal: 'Ablehnung an diesen Computer' },
    toOutbox: 'Ausgang',
    unseen: 'vor dem, was hier zu sehen ist',
  },
  limits: {
    title: 'Grenzen',
    none: 'Keine Grenzen zu zeigen',
    noneBody: 'Gezählt wird in Missions, die hier zu sehen sind.',
    onlyNear: 'Nur nahe einer Grenze',
    noneNear: 'Niemand ist nahe einer Grenze',
    columns: { limit: 'Grenze', who: 'Wer', use: 'Benutzt', state: 'Stand', basis: 'Was gezählt wird' },
    wholeMission: 'die Mission',
    everywhere: 'alle Missions',
    use: '{{used}} von {{limit}}',
    used: '{{used}}',
    soft: 'gesagt ab {{soft}}',
  },
};
