import type { Language } from '../../../src/platform/language.ts'

/** Texts of the share sheet. */
export interface ShareMessages {
  readonly title: string
  /** Opens the share sheet of the device. */
  readonly share: string
  readonly copyLink: string
  readonly linkCopied: string
  readonly copyPicture: string
  readonly pictureCopied: string
  readonly copyFailed: string
  readonly download: string
  readonly picture: (type: string) => string
  readonly data: string
  readonly embed: string
  readonly embedHelp: string
  readonly copyCode: string
  readonly codeCopied: string
  readonly close: string
}

/** The texts of the share sheet in every language. */
export const SHARE_MESSAGES: Readonly<Record<Language, ShareMessages>> = {
  en: {
    title: 'Share',
    share: 'Share with an app',
    copyLink: 'Copy link',
    linkCopied: 'Link copied',
    copyPicture: 'Copy picture',
    pictureCopied: 'Picture copied',
    copyFailed: 'Could not copy.',
    download: 'Download',
    picture: (type) => `${type} picture`,
    data: 'CSV table',
    embed: 'Embed',
    embedHelp: 'Paste this into your page. It stays up to date.',
    copyCode: 'Copy code',
    codeCopied: 'Code copied',
    close: 'Close',
  },
  ja: {
    title: '共有',
    share: 'アプリで共有',
    copyLink: 'リンクをコピー',
    linkCopied: 'リンクをコピーしました',
    copyPicture: '画像をコピー',
    pictureCopied: '画像をコピーしました',
    copyFailed: 'コピーできませんでした。',
    download: 'ダウンロード',
    picture: (type) => `${type} 画像`,
    data: 'CSV 表',
    embed: '埋め込み',
    embedHelp: 'このコードをページに貼り付けてください。表示は自動で更新されます。',
    copyCode: 'コードをコピー',
    codeCopied: 'コードをコピーしました',
    close: '閉じる',
  },
  'zh-Hant': {
    title: '分享',
    share: '用應用程式分享',
    copyLink: '複製連結',
    linkCopied: '已複製連結',
    copyPicture: '複製圖片',
    pictureCopied: '已複製圖片',
    copyFailed: '無法複製。',
    download: '下載',
    picture: (type) => `${type} 圖片`,
    data: 'CSV 表格',
    embed: '嵌入',
    embedHelp: '將這段程式碼貼到您的網頁，內容會自動更新。',
    copyCode: '複製程式碼',
    codeCopied: '已複製程式碼',
    close: '關閉',
  },
  'zh-Hans': {
    title: '分享',
    share: '用应用分享',
    copyLink: '复制链接',
    linkCopied: '已复制链接',
    copyPicture: '复制图片',
    pictureCopied: '已复制图片',
    copyFailed: '无法复制。',
    download: '下载',
    picture: (type) => `${type} 图片`,
    data: 'CSV 表格',
    embed: '嵌入',
    embedHelp: '将这段代码粘贴到您的网页，内容会自动更新。',
    copyCode: '复制代码',
    codeCopied: '已复制代码',
    close: '关闭',
  },
  ko: {
    title: '공유',
    share: '앱으로 공유',
    copyLink: '링크 복사',
    linkCopied: '링크를 복사했습니다',
    copyPicture: '이미지 복사',
    pictureCopied: '이미지를 복사했습니다',
    copyFailed: '복사하지 못했습니다.',
    download: '다운로드',
    picture: (type) => `${type} 이미지`,
    data: 'CSV 표',
    embed: '삽입',
    embedHelp: '이 코드를 페이지에 붙여 넣으세요. 자동으로 갱신됩니다.',
    copyCode: '코드 복사',
    codeCopied: '코드를 복사했습니다',
    close: '닫기',
  },
}
