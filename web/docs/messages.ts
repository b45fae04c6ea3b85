import { languageOrEnglish, type Language } from '../../src/platform/language.ts'

/** The texts that scripts add to pages of the documentation. */
export interface DocsMessages {
  readonly copy: string
  readonly copied: string
  readonly selected: string
  readonly selectedHelp: string
  /** Above the output of a command. */
  readonly output: string
  readonly yourKey: string
  readonly fillIn: string
  readonly keyHelp: string
  readonly notAKey: string
  readonly filledIn: (masked: string) => string
  readonly removeKey: string
}

const MESSAGES: Readonly<Record<Language, DocsMessages>> = {
  en: {
    copy: 'Copy',
    copied: 'Copied',
    selected: 'Selected',
    selectedHelp: 'The code is selected. Copy it with your keyboard.',
    output: 'Output',
    yourKey: 'Your key',
    fillIn: 'Fill in',
    keyHelp:
      'Fills your key into the commands. It stays in this browser tab (sessionStorage) until you close the tab, and is not sent anywhere.',
    notAKey: 'This is not a complete key: bkl_, 12 characters, _, 38 characters.',
    filledIn: (masked) =>
      `The commands contain your key ${masked}. Its secret part is hidden here; Copy copies it. It stays in this browser tab until you close it.`,
    removeKey: 'Remove the key',
  },
  ja: {
    copy: 'コピー',
    copied: 'コピーしました',
    selected: '選択中',
    selectedHelp: 'コードを選択しました。キーボードでコピーしてください。',
    output: '出力',
    yourKey: 'あなたのキー',
    fillIn: '入力する',
    keyHelp:
      'コマンドにあなたのキーを入れます。キーはこのタブの中（sessionStorage）にだけあり、タブを閉じると消えます。どこにも送信されません。',
    notAKey: '完全なキーではありません：bkl_、12 文字、_、38 文字。',
    filledIn: (masked) =>
      `コマンドにはキー ${masked} が入っています。秘密の部分は画面に表示されず、「コピー」でコピーされます。タブを閉じるとキーは消えます。`,
    removeKey: 'キーを消す',
  },
  ko: {
    copy: '복사',
    copied: '복사됨',
    selected: '선택됨',
    selectedHelp: '코드를 선택했습니다. 키보드로 복사하세요.',
    output: '출력',
    yourKey: '내 키',
    fillIn: '채우기',
    keyHelp:
      '명령에 내 키를 채웁니다. 키는 이 탭(sessionStorage)에만 있고 탭을 닫으면 사라지며, 어디로도 전송되지 않습니다.',
    notAKey: '완전한 키가 아닙니다: bkl_, 12자, _, 38자.',
    filledIn: (masked) =>
      `명령에 키 ${masked} 이(가) 들어 있습니다. 비밀 부분은 화면에 보이지 않으며 “복사”를 누르면 함께 복사됩니다. 탭을 닫으면 키가 사라집니다.`,
    removeKey: '키 지우기',
  },
  'zh-Hans': {
    copy: '复制',
    copied: '已复制',
    selected: '已选中',
    selectedHelp: '代码已选中，请用键盘复制。',
    output: '输出',
    yourKey: '您的密钥',
    fillIn: '填入',
    keyHelp:
      '把您的密钥填入命令。密钥只留在这个标签页里（sessionStorage），关闭标签页即消失，不会发送到任何地方。',
    notAKey: '这不是完整的密钥：bkl_、12 个字符、_、38 个字符。',
    filledIn: (masked) =>
      `命令中已填入您的密钥 ${masked}。页面不显示保密部分，点“复制”会复制完整密钥。关闭标签页后密钥即消失。`,
    removeKey: '移除密钥',
  },
  'zh-Hant': {
    copy: '複製',
    copied: '已複製',
    selected: '已選取',
    selectedHelp: '程式碼已選取，請用鍵盤複製。',
    output: '輸出',
    yourKey: '您的金鑰',
    fillIn: '填入',
    keyHelp:
      '把您的金鑰填入指令。金鑰只留在這個分頁裡（sessionStorage），關閉分頁即消失，不會傳送到任何地方。',
    notAKey: '這不是完整的金鑰：bkl_、12 個字元、_、38 個字元。',
    filledIn: (masked) =>
      `指令中已填入您的金鑰 ${masked}。頁面不顯示機密部分，按「複製」會複製完整金鑰。關閉分頁後金鑰即消失。`,
    removeKey: '移除金鑰',
  },
}

/** Returns the texts in the language of the page. */
export function docsMessages(): DocsMessages {
  return MESSAGES[languageOrEnglish(document.documentElement.lang)]
}
