/** Where the pages are. */
export const AT = {
  channels: '/monitor/authorizationList',
  compose: '/material/video-publishing',
  tasks: '/material/published-task-list',
  figures: '/material/tk-account-data',
  task: (id: string) => `/material/published-task-list/${id}`,
} as const;
