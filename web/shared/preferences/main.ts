import { followLanguage } from './follow-language.ts'
import { followTheme } from './follow-theme.ts'

followTheme()
followLanguage()
