import type { Region } from '../../game/region.ts'
import type { CardStatistic } from './card-content.ts'

/** The labels on the cards of one region. */
export interface CardLabels extends Readonly<Record<CardStatistic['name'], string>> {
  readonly level: string
  readonly profileId: string
  readonly favoriteCard: string
  /** Replaces a name without drawable characters. */
  readonly nameless: string
}

/** The labels on the cards, in the language of each region. */
export const CARD_LABELS: Readonly<Record<Region, CardLabels>> = {
  tw: {
    level: '等級',
    profileId: '玩家 ID',
    favoriteCard: '最愛的卡片',
    nameless: '未命名',
    rankExp: '經驗值',
    favorites: '獲得的喜歡',
    cardRank: '卡片階級',
    awakeCount: '覺醒次數',
    liveSkillLevel: '演出技能',
    performanceSkillLevel: '表現技能',
  },
  jp: {
    level: 'レベル',
    profileId: 'プレイヤー ID',
    favoriteCard: 'お気に入りのカード',
    nameless: '名前なし',
    rankExp: '経験値',
    favorites: 'お気に入り数',
    cardRank: 'カードランク',
    awakeCount: '覚醒回数',
    liveSkillLevel: 'ライブスキル',
    performanceSkillLevel: '演奏スキル',
  },
  en: {
    level: 'Level',
    profileId: 'Player ID',
    favoriteCard: 'Favorite card',
    nameless: 'No name',
    rankExp: 'Experience',
    favorites: 'Favorites',
    cardRank: 'Card rank',
    awakeCount: 'Awakenings',
    liveSkillLevel: 'Live skill',
    performanceSkillLevel: 'Performance',
  },
  kr: {
    level: '레벨',
    profileId: '플레이어 ID',
    favoriteCard: '좋아하는 카드',
    nameless: '이름 없음',
    rankExp: '경험치',
    favorites: '받은 하트',
    cardRank: '카드 랭크',
    awakeCount: '각성 횟수',
    liveSkillLevel: '라이브 스킬',
    performanceSkillLevel: '연주 스킬',
  },
}
