// Search over everything that is kept here.
export const search = {
  title: 'Search',
  label: 'Search everything',
  hint: 'Words as they stand in Messages, contracts, Evidence…',
  area: 'Where',
  areas: {
    all: 'All',
    message: 'Messages',
    contract: 'Contracts',
    evidence: 'Evidence',
    event: 'Other Events',
  },
  begin: 'What are you looking for?',
  body: 'The words are looked for on this computer, in all Missions, also without a connection. They have to follow each other; the last one may go on. What was redacted cannot be found.',
  nothing: 'Nothing holds “{{text}}”.',
  count_one: '{{count}} place',
  count_other: '{{count}} places',
  many: 'a thousand places or more',
  growing: 'the index is still growing',
} as const;
