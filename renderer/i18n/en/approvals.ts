// Words of the screens about: approvals.
export const approvals = {
  title: 'Approvals',
} as const;
