import { languageOrEnglish, type Language } from '../../../src/platform/language.ts'

/** The texts of the search. */
export interface SearchMessages {
  readonly label: string
  readonly close: string
  readonly results: string
  readonly select: string
  readonly open: string
  /** Before something is typed: what the search finds. */
  readonly hint: string
  readonly failed: string
  readonly nothing: (query: string) => string
  readonly count: (count: number) => string
}

const MESSAGES: Readonly<Record<Language, SearchMessages>> = {
  en: {
    label: 'Search the documentation',
    close: 'Close',
    results: 'Results',
    select: 'Select',
    open: 'Open',
    hint: 'Headings, text, operations, parameters, error codes and settings.',
    failed:
      'The search index could not be loaded. Check your connection, then open the search again.',
    nothing: (query) => `No results for “${query}”.`,
    count: (count) => (count === 1 ? '1 result' : `${count} results`),
  },
  ja: {
    label: 'ドキュメントを検索',
    close: '閉じる',
    results: '検索結果',
    select: '選択',
    open: '開く',
    hint: '見出し、本文、操作、パラメーター、エラーコード、設定を検索します。日本語にないページは英語で見つかります。',
    failed: '検索索引を読み込めませんでした。接続を確認して、もう一度検索を開いてください。',
    nothing: (query) => `「${query}」は見つかりませんでした。`,
    count: (count) => `${count} 件`,
  },
  ko: {
    label: '문서 검색',
    close: '닫기',
    results: '검색 결과',
    select: '선택',
    open: '열기',
    hint: '제목, 본문, 작업, 매개변수, 오류 코드, 설정을 검색합니다. 한국어에 없는 페이지는 영어로 찾습니다.',
    failed: '검색 색인을 불러오지 못했습니다. 연결을 확인한 뒤 검색을 다시 여세요.',
    nothing: (query) => `“${query}”에 대한 결과가 없습니다.`,
    count: (count) => `결과 ${count}개`,
  },
  'zh-Hans': {
    label: '搜索文档',
    close: '关闭',
    results: '搜索结果',
    select: '选择',
    open: '打开',
    hint: '搜索标题、正文、操作、参数、错误代码和设置。没有中文的页面以英文查找。',
    failed: '无法加载搜索索引。请检查网络连接，然后重新打开搜索。',
    nothing: (query) => `没有找到“${query}”。`,
    count: (count) => `${count} 个结果`,
  },
  'zh-Hant': {
    label: '搜尋文件',
    close: '關閉',
    results: '搜尋結果',
    select: '選擇',
    open: '開啟',
    hint: '搜尋標題、內文、操作、參數、錯誤代碼和設定。沒有中文的頁面以英文尋找。',
    failed: '無法載入搜尋索引。請檢查網路連線，然後重新開啟搜尋。',
    nothing: (query) => `找不到「${query}」。`,
    count: (count) => `${count} 個結果`,
  },
}

/** Returns the texts in the language of the page. */
export function searchMessages(): SearchMessages {
  return MESSAGES[languageOrEnglish(document.documentElement.lang)]
}
