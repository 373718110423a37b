// Words of the screens about: outbox.
export const outbox = {
  title: 'Outbox',
} as const;
