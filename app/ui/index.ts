export { Amount, type AmountProps } from './amount'
export { AmountInput, type AmountInputProps } from './amount-input'
export { Anchor, type AnchorProps } from './anchor'
export { Avatar, type AvatarProps } from './avatar'
export { Badge, type BadgeProps, type BadgeTone } from './badge'
export { BalanceSplit, type BalanceSplitProps } from './balance-split'
export { BrandMark, type BrandMarkProps } from './brand-mark'
export { Button, ButtonLink, type ButtonLinkProps, type ButtonProps, type ButtonVariant } from './button'
export { Change, type ChangeProps } from './change'
export { Checkbox, type CheckboxProps } from './checkbox'
export { ChipGroup, type ChipGroupProps, type ChipOption } from './chip-group'
export { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog'
export { CopyButton, type CopyButtonProps } from './copy-button'
export { CountdownButton, type CountdownButtonProps, type CountdownPause } from './countdown-button'
export { DataTable, type DataTableProps } from './data-table'
export * from './decimal-text'
export { DemoRibbon, type DemoRibbonProps } from './demo-ribbon'
export { Drawer, type DrawerProps } from './drawer'
export { EmptyArt, type EmptyArtName } from './empty-art'
export { EmptyState, type EmptyStateProps } from './empty-state'
export { Affix, Control, controlFrame, Field, type FieldAria, type FieldProps } from './field'
export { Flag, type FlagProps, flagOfLanguage } from './flag'
export { type FieldProblems, focusFirstWrong, ProblemSummary, useFormProblems } from './form-problems'
export { Icon, type IconName, type IconProps } from './icon'
export { IconButton, type IconButtonProps, IconLink, type IconLinkProps } from './icon-button'
export { InstrumentMark, type InstrumentMarkProps } from './instrument-mark'
export { isTyping } from './is-typing'
export { type KeyValue, KeyValueList, type KeyValueListProps } from './key-value-list'
export { loadLayers } from './later-layer'
export {
  Card,
  CardHead,
  Columns,
  Divider,
  Only,
  Page,
  PageTitle,
  RiskLine,
  Row,
  SectionTitle,
  SkipLink,
  Stack,
  SubPage,
  type SubPageProps,
  Text,
  Two,
  VisuallyHidden,
  Wrap,
} from './layout'
export { Link, type LinkProps } from './link'
export { List, ListItem, type ListItemProps, type ListProps } from './list'
export { MobileBar, type MobileBarProps } from './mobile-bar'
export { Note, type NoteProps, type NoteTone } from './note'
export { NoticeStrip, type NoticeStripProps } from './notice-strip'
export { OfflineBar, type OfflineBarProps } from './offline-bar'
export { PasswordInput, type PasswordInputProps } from './password-input'
export { Percent, type PercentProps } from './percent'
export { PeriodBar, type PeriodBarProps } from './period-bar'
export { Picker, type PickerOption, type PickerProps } from './picker'
export { Price, type PriceProps } from './price'
export { PriceLadder, type PriceLadderProps } from './price-ladder'
export { ProgressLine, type ProgressLineProps } from './progress-line'
export { Prose, type ProseProps, proseStyle } from './prose'
export { QrCode, type QrCodeProps, type QrDrawing } from './qr-code'
export { QuickValues, type QuickValuesProps } from './quick-values'
export { type RadioCardOption, RadioCards, type RadioCardsProps } from './radio-card'
export { RangeBar, type RangeBarProps } from './range-bar'
export { ReadBack, type ReadBackProps, type ReadBackText } from './read-back'
export { RecordRow, type RecordRowProps } from './record-row'
export { RiskGauge, type RiskGaugeProps, type RiskLevel, riskLevel } from './risk-gauge'
export { moveRovingFocus, rovingItems } from './roving-focus'
export { ScrollList, type ScrollListProps } from './scroll-list'
export { Kbd, SearchField, type SearchFieldProps } from './search-field'
export { Segmented, type SegmentedOption, type SegmentedProps } from './segmented'
export { Sheet, type SheetProps } from './sheet'
export { SideNav, type SideNavGroup, type SideNavProps } from './side-nav'
export { Skeleton, SkeletonGroup, type SkeletonProps } from './skeleton'
export { Sparkline, type SparklineProps } from './sparkline'
export { drawSparkline, type SparklineDrawing } from './sparkline-drawing'
export { StatusDot, type StatusDotProps, type StatusTone } from './status-dot'
export { Stepper, type StepperProps } from './stepper'
export { Switch, type SwitchProps } from './switch'
export { TabBar, type TabBarItem, type TabBarProps } from './tab-bar'
export { type TabItem, TabPanel, type TabPanelProps, Tabs, type TabsProps } from './tabs'
export { TextArea, type TextAreaProps, TextInput, type TextInputProps } from './text-input'
export { type Mode, overrideTheme, type Theme, type ThemeOverrides, themeCss, type UpDown } from './theme'
export { thumbArea } from './thumb-area'
export { type ToastApi, type ToastMessage, ToastProvider, type ToastProviderProps, type ToastTone, useToast } from './toast'
export { media, token } from './token'
export { TopBar, TopBarBalance, type TopBarLink, TopBarNav, type TopBarProps, TopBarSearch } from './top-bar'
export { type TradeButton, TradeButtons, type TradeButtonsProps, type TradeSide } from './trade-buttons'
export * from './typed-number'
export { useBeforePaint } from './use-before-paint'
export { useIsDesktop } from './use-is-desktop'
export { useTickFlash } from './use-tick-flash'
