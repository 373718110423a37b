// Words of the assistant: its reasons, its proposals, what it did alone, and its settings.
export const assistant = {
  verdict: { met: 'speaks for it', unmet: 'speaks against it', unknown: 'not known' },
  source: {
    title: 'Where it comes from',
    open: 'show {{name}}',
    choose_one: '1 Event',
    choose_other: '{{count}} Events',
    more: 'and {{count}} earlier ones',
    further: 'and {{count}} more',
  },
} as const;
