// A link from outside: `#/open/<connection>/<kind>/<id>` looks for the object and shows it in place of the link. A link only
// says what to look at; it never does anything.
import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { go, goTo, useRoute } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk } from '../../transport/desk.tsx';
import { EmptyState, LostNote, Skeleton } from '../../ui/states.tsx';
import { findObject } from './find-object.ts';

export function OpenScreen() {
  const { t } = useTexts();
  const { connectionId = '', kind = '', id = '' } = useRoute().values;
  const desk = useDesk();
  const search = useQuery({
    queryKey: ['open', connectionId, kind, id],
    queryFn: async ({ signal }) => (await findObject(desk, { connectionId, kind, id }, signal)) ?? null,
    staleTime: 0,
    retry: false,
  });
  const href = search.data ?? undefined;
  useEffect(() => {
    if (href !== undefined) goTo(href, 'replace');
  }, [href]);
  if (search.isError) return <LostNote />;
  if (search.data !== null || search.isFetching) return <Skeleton />;
  return (
    <EmptyState
      icon={<IconMapOff size={28} stroke={1.5} />}
      title={t('frame.notHere.title')}
      body={t('frame.notHere.body')}
      action={<Button onClick={() => go('attention', {})}>{t('frame.notHere.action')}</Button>}
    />
  );
}
