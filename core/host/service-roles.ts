// The services of an Organization (OPEN-019): one Principal and one key for each role, so that each can be rotated and
// revoked by itself.

export const SERVICE_ROLES = [
  'group-authority',
  'registry',
  'identity',
  'admission',
  'archive',
  'policy',
  'metering',
] as const;

export type ServiceRole = (typeof SERVICE_ROLES)[number];
