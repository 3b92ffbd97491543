import type { ChannelRules } from '#core/server/services/providers/channels.ts';

import type { ShareLinks } from './share-links.ts';

/** A platform that is posted to by hand. */
export interface PhonePlatform {
  /** By which the adapter and the platform are known. */
  id: 'douyin' | 'kuaishou' | 'xiaohongshu' | 'wechat-channels';
  links: readonly ShareLinks[];
  hasLinks: boolean;
  /** What its app takes. */
  rules: Pick<ChannelRules, 'titleLetters' | 'textLetters' | 'topics' | 'seconds' | 'bytes'>;
}

const CODE = /^\/[\w-]{5,}\/?$/;
const GIGABYTE = 1024 ** 3;

export const PHONE_PLATFORMS: readonly PhonePlatform[] = [
  {
    id: 'xiaohongshu',
    links: [
      { hosts: ['xhslink.com', 'xhslink.cn'], path: /^\/(?:[a-z]\/)?[\w-]{5,}\/?$/ },
      {
        hosts: ['xiaohongshu.com'],
        path: /^\/(?:explore|discovery\/item|user\/profile\/[0-9a-f]{24})\/(?<id>[0-9a-f]{24})\/?$/,
      },
    ],
    hasLinks: true,
    rules: {
      ...{ titleLetters: 20, textLetters: 1000, topics: 10 },
      ...{ seconds: { least: 1, most: 60 * 60 }, bytes: 20 * GIGABYTE },
    },
  },
  {
    id: 'wechat-channels',
    links: [
      { hosts: ['weixin.qq.com'], path: /^\/sph\/\w{4,}\/?$/ },
      { hosts: ['channels.weixin.qq.com'], path: /^\/(?:web\/pages\/feed|mobile\/pages\/feed|finder)/, byQuery: true },
    ],
    // Not every version of the app copies links.
    hasLinks: false,
    rules: {
      ...{ titleLetters: null, textLetters: 1000, topics: null },
      ...{ seconds: { least: 3, most: 8 * 60 * 60 }, bytes: 20 * GIGABYTE },
    },
  },
  {
    id: 'douyin',
    links: [
      { hosts: ['v.douyin.com'], path: CODE },
      { hosts: ['douyin.com'], path: /^\/(?:video|note)\/(?<id>\d{8,})\/?$/ },
      { hosts: ['iesdouyin.com'], path: /^\/share\/(?:video|note)\/(?<id>\d{8,})\/?$/ },
    ],
    hasLinks: true,
    rules: {
      ...{ titleLetters: null, textLetters: 1000, topics: null },
      ...{ seconds: { least: 1, most: 60 * 60 }, bytes: 16 * GIGABYTE },
    },
  },
  {
    id: 'kuaishou',
    links: [
      { hosts: ['v.kuaishou.com'], path: CODE },
      { hosts: ['kuaishou.com', 'm.kuaishou.com'], path: /^\/(?:short-video|fw\/photo)\/(?<id>\w{5,})\/?$/ },
      { hosts: ['kuaishou.com', 'm.kuaishou.com'], path: /^\/(?:short-video|f|fw\/photo|photo)\/[\w/-]{5,}$/ },
      { hosts: ['v.m.chenzhongtech.com'], path: /^\/fw\/photo\/(?<id>\w{5,})\/?$/ },
    ],
    hasLinks: true,
    rules: {
      ...{ titleLetters: null, textLetters: 1000, topics: null },
      ...{ seconds: { least: 1, most: 30 * 60 }, bytes: 4 * GIGABYTE },
    },
  },
];
