// The lead in German.
import { timeIn } from '../planning/amounts.ts';
import type { LeadWords } from './words.ts';

export const LEAD_WORDS_DE: LeadWords = {
  reasons: {
    'would-be-refused': (v) =>
      v['code'] === 'no-signer'
        ? 'niemand auf diesem Rechner könnte das signieren'
        : `die Authority würde es ablehnen: ${v['code']} (${v['rule']})`,
    'plan-next': (v) => `es ist geplant, und die ${v['needs']} WorkItems, die es braucht, sind da`,
    'dependency-unplanned': (v) => `es braucht ${v['needed']}; das ist weder da noch geplant`,
    'dependency-given-up': (v) => `es wartet auf ${v['needed']}, das aufgegeben wurde`,
    'failed-for-good': (v) =>
      `gescheitert mit ${v['failureCode']}, Versuch ${v['attempts']} von ${v['maxAttempts']}; die Wiederholungsregel sagt nein (${v['because']})`,
    'start-needs-approval': (v) =>
      `${v['agentId']} darf erst beginnen, wenn ein Mensch zugestimmt hat (Risiko: ${v['risk']})`,
    'blocker-rule': (v) =>
      `eine Regel beantwortet „${v['contains']}“ mit ${v['act']}; der Worker braucht: ${v['resolution']}`,
    'no-blocker-rule': (v) => `keine Regel beantwortet, was der Worker braucht: ${v['resolution']}`,
    'review-pointless': (v) => `was daran in ${v['reviewedItemId']} zu prüfen war, ist erledigt`,
    'review-not-independent': (v) => `wer es hat, ist nicht unabhängig von ${v['reviewedItemId']}`,
    'child-coordinator-back': (v) => `die Amtszeit von ${v['agentId']} ist vorbei, und er ist da`,
    'child-coordinator-gone': (v) => `die Amtszeit von ${v['agentId']} ist vorbei, und niemand hört ihn`,
    'changes-wanted': (v) =>
      `der MissionOwner möchte Änderungen, unter ${v['conditions']} Bedingungen: ${v['comments']}`,
    'correct-result': (v) => `das Ergebnis entsteht neu, wie der MissionOwner es möchte: ${v['goal']}`,
    'all-work-done': (v) => `${v['verified']} von ${v['of']} WorkItems sind bestätigt, keines ist offen`,
    'no-result': (v, f) =>
      `alle Arbeit ist vorbei, und es gibt kein Ergebnis; die Frist ist ${timeIn(v, 'deadlineAtMs', f)}`,
    'mission-late': (v, f) => `die Frist ${timeIn(v, 'deadlineAtMs', f)} ist vorbei, und Arbeit ist offen`,
  },
  areas: {
    term: 'Amtszeit',
    'child-answer': 'Antwort an eine Child-Mission',
    review: 'Prüfung',
    blocker: 'Blockierte Arbeit',
    offer: 'Angebot',
    plan: 'Plan',
    child: 'Child-Mission',
    submit: 'Ergebnis der Mission',
  },
  standing: {
    'not-allowed': 'Das darf der Assistent nicht allein signieren.',
    refused: 'Die Authority hat es abgelehnt, und seither hat sich nichts geändert.',
    'not-ready': 'Es ist keine Verbindung oder kein Schlüssel da, um es jetzt zu signieren.',
  },
};
