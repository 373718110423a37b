// The Mission that was looked at last: places that need one begin with it.
import { create } from 'zustand';

export interface GroupAddress {
  readonly connectionId: string;
  readonly groupId: string;
}

interface LastGroup {
  readonly group: GroupAddress | undefined;
}

export const useLastGroup = create<LastGroup>()(() => ({ group: undefined }));

export function rememberGroup(group: GroupAddress): void {
  useLastGroup.setState({ group });
}
