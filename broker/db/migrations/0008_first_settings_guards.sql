-- What companies begin with is written for all of them at once: by thousands, a transaction for each would take the start minutes.
GRANT INSERT ON deposit_network, collection_account, withdraw_currency, audit_event TO candor_system;
--> statement-breakpoint
-- Of the companies' logs, that is all it may write: whatever else happens in a company is written for that company alone.
CREATE POLICY first_settings_only ON audit_event AS RESTRICTIVE FOR INSERT TO candor_system
  WITH CHECK (actor = 'system' AND action = 'settings.imported');
