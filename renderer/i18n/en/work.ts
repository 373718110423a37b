// Words of the screens about: work.
export const work = {
  title: 'WorkItem',
} as const;
