// Words of the assistant, in German.
import type { assistant as english } from '../en/assistant.ts';
import type { Translated } from '../translated.ts';

export const assistant: Translated<typeof english> = {
  verdict: { met: 'spricht dafür', unmet: 'spricht dagegen', unknown: 'nicht bekannt' },
  source: {
    title: 'Woher das kommt',
    open: '{{name}} zeigen',
    choose_one: '1 Event',
    choose_other: '{{count}} Events',
    more: 'und {{count}} ältere',
    further: 'und {{count}} weitere',
  },
};
