// Both pages in one file: whoever opens one opens the other next, and the start names each file that is fetched later.
export { default as Services } from './ServicesPage.tsx';
export { default as Service } from './ServicePage.tsx';
