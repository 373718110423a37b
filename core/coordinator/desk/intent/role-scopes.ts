// The usual scopes of each role (MEM-010): what a Membership gets when nobody names others.
import type { Membership } from '../../../protocol/generated/documents.ts';

export const ROLE_SCOPES: { readonly [Role in Membership['role']]: readonly string[] } = {
  mission_owner: ['mission.inspect', 'mission.direct', 'mission.approve', 'mission.cancel'],
  coordinator: ['message.post', 'work.authorize', 'work.offer', 'work.verify', 'mission.submit'],
  worker: ['message.post', 'work.accept_offer', 'work.execute'],
  reviewer: ['message.post', 'work.accept_offer', 'work.review'],
  observer: ['message.read'],
  work_delegate: ['work.propose', 'work.delegate'],
};
