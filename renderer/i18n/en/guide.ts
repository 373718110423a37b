// Help and tour.
export const guide = {
  help: {
    title: 'Help',
    find: 'Search the help',
    count_one: '{{count}} page',
    count_other: '{{count}} pages',
    shows: 'What you see',
    can: 'What you can do',
    never: 'What it never does',
    words: 'Words',
    allWords: 'All words',
    contract: 'Contract editor',
    offer: 'Offer composer',
    open: 'Go to this screen',
    here: 'Help for this screen',
    page: 'Help: {{page}}',
    choose: 'Choose a page',
    chooseBody: 'Each screen has one. The words of the protocol stand at the end of the list.',
    nothing: 'No page says that',
    nothingBody: 'Other words may find it.',
  },
  tour: {
    label: 'Tour',
    begin: 'Take the tour',
    again: 'Take the tour again',
    resume: 'Go on with the tour',
    step: '{{number}} of {{count}}',
    next: 'Next',
    back: 'Back',
    later: 'Later',
    end: 'End the tour',
    done: 'Done',
    demoOnly: 'In the demo',
    steps: {
      attention: {
        title: 'Begin here each day',
        body: 'One row for each thing that needs somebody, the most urgent first. Each has one best action.',
      },
      row: {
        title: 'A row says what, until when, and who',
        body: '{{next}} and {{previous}} go through the rows, {{peek}} shows one beside the list, {{open}} opens it in full, {{mine}} goes to the next that needs you.',
      },
      rail: {
        title: 'All places',
        body: 'G and a letter go to each of them. Figures say what waits there; red means refused.',
      },
      missions: {
        title: 'Missions',
        body: 'Each has an owner, a Coordinator, a budget and an end. What was said in it never changes it: only signed Commands do.',
      },
      outbox: {
        title: 'What you sign stands here first',
        body: 'Nothing is lost when the connection is: a Command waits, goes out, and is accepted or refused. A refusal says why and what helps.',
      },
      status: {
        title: 'How everything stands',
        body: 'Connection, whom you act for, what is under way, the clock and the keys. Each is a button.',
      },
      palette: {
        title: 'Everything by name',
        body: '{{palette}} finds commands, Missions, people and places. {{shortcuts}} shows the keys and the help of the screen you are on.',
      },
      scenarios: {
        title: 'Make something happen',
        body: 'This Organization is made up and its keys are thrown away. Let an offer be declined or a lease end, and see what the list says.',
      },
    },
  },
};
