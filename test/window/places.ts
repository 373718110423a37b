// Every place of the window with sample data behind it.
const group = `${encodeURIComponent('acme.example')}/${encodeURIComponent('urn:acme:group:01J8ZK4T9X-auth0001')}`;
const item = (name: string): string => encodeURIComponent(`urn:acme:work-item:01J8ZL-${name}`);

export const WINDOW_PLACES = {
  attention: '#/attention',
  missions: '#/missions',
  'mission-create': '#/missions?create=new',
  mission: `#/mission/${group}`,
  'plan-graph': `#/plan/${group}?view=graph`,
  'plan-timeline': `#/plan/${group}?view=timeline`,
  'plan-table': `#/plan/${group}?view=table`,
  work: `#/work/${group}/${item('service')}`,
  review: `#/review/${group}/${item('requirements')}`,
  approvals: '#/approvals',
  outbox: '#/outbox',
  assistant: '#/assistant',
  history: `#/history/${group}?sequence=1436`,
  'history-past': `#/history/${group}?sequence=1100&tab=past`,
  'history-items': `#/history/${group}?view=items`,
  'history-timeline': `#/history/${group}?view=timeline`,
  files: '#/files',
  search: '#/search?text=token',
  conversations: `#/conversations/${group}`,
  connections: '#/connections',
  keys: '#/keys',
  settings: '#/settings',
  'settings-assistant': '#/settings/assistant',
  briefs: '#/briefs',
  demo: '#/demo',
  welcome: '#/welcome',
  contract: `#/contract/${group}?workItemId=${item('service')}`,
  offer: `#/offer/${group}/${item('a11y')}`,
} as const;
