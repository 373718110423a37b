// Suche in allem, was hier liegt.
import type { search as english } from '../en/search.ts';
import type { Translated } from '../translated.ts';

export const search: Translated<typeof english> = {
  title: 'Suche',
  label: 'Alles durchsuchen',
  hint: 'Wörter, wie sie in Nachrichten, Contracts, Evidence stehen…',
  area: 'Wo',
  areas: {
    all: 'Alles',
    message: 'Nachrichten',
    contract: 'Contracts',
    evidence: 'Evidence',
    event: 'Andere Events',
  },
  begin: 'Was suchst du?',
  body: 'Gesucht wird auf diesem Computer, in allen Missions, auch ohne Verbindung. Die Wörter müssen aufeinander folgen; das letzte darf weitergehen. Was geschwärzt wurde, ist nicht zu finden.',
  nothing: 'Nirgends steht „{{text}}“.',
  count_one: '{{count}} Stelle',
  count_other: '{{count}} Stellen',
  many: 'tausend Stellen oder mehr',
  growing: 'das Verzeichnis wächst noch',
};
