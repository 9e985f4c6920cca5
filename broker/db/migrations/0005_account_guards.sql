GRANT SELECT, INSERT, UPDATE, DELETE ON known_device, account_key, recovery_code, verification_code TO candor_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON captcha, image_reference TO candor_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON image, identity_case TO candor_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON message, tenant_key TO candor_app;
--> statement-breakpoint
GRANT SELECT, DELETE ON known_device, account_key, verification_code, captcha, image_reference TO candor_system;
--> statement-breakpoint
GRANT SELECT, UPDATE, DELETE ON message TO candor_system;
--> statement-breakpoint
GRANT SELECT, UPDATE ON image TO candor_system;
--> statement-breakpoint
GRANT SELECT, INSERT ON tenant_key TO candor_system;
--> statement-breakpoint
GRANT SELECT ON identity_case, recovery_code TO candor_system;
--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['known_device','account_key','recovery_code','verification_code','captcha','message','tenant_key','image','image_reference','identity_case'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY one_tenant ON %I TO candor_app USING (tenant_id = current_setting(''app.tenant'', true)) WITH CHECK (tenant_id = current_setting(''app.tenant'', true))', name);
    EXECUTE format('CREATE POLICY all_tenants ON %I TO candor_system USING (true) WITH CHECK (true)', name);
  END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE identity_case ADD CONSTRAINT legal_identity_status CHECK (
  (status = 1 AND decided_at IS NULL AND decided_by IS NULL)
  OR (status IN (2, 3) AND decided_at IS NOT NULL AND decided_by IS NOT NULL)
);
