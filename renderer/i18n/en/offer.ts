// Words of the screens about: offer.
export const offer = {
  title: 'Offer',
} as const;
