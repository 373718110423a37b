// Histories as files.
export const files = {
  title: 'Opened files',
  empty: 'No file is open',
  emptyBody:
    'A bundle (.mwpbundle) holds the history of a Mission with the keys to verify it. It can be read and verified here without any connection or identity.',
  path: 'Path of a bundle',
  open: 'Open bundle',
  close: 'Close file',
  choose: 'Choose a file',
  readOnly: 'Opened file: it can be read, nothing can be done with it.',
  pathFact: 'File',
  organization: 'Organization',
  createdAt: 'Written at',
  events: 'Events',
  groups: 'Histories in it',
  findings: 'What was found',
  whole: 'The file',
  line: 'Line {{line}}',
  more_one: '{{count}} more finding',
  more_other: '{{count}} more findings',
  banner: 'Opened file, nothing can be done with it: {{name}}',
  means: {
    verified: 'The keys are the ones that this computer remembers of this Organization.',
    consistent:
      'Everything in the file fits together. Whose the keys are, the file alone cannot say: ask whoever gave it to you, or connect to its Organization.',
  },
} as const;
