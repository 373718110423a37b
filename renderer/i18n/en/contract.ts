// Words of the screens about: contract.
export const contract = {
  title: 'Contract',
} as const;
