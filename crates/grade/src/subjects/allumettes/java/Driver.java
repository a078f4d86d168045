// Compiles a student's Java files in memory and runs games and unit tests on request, each in a class
// loader of its own. Each request is one line of words, each answer one line of JSON.
// Requests never contain an expected result.

import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.*;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.*;

public class Driver {
    static final int MOST_PRINTED = 65536;
    static final int MOST_ERRORS = 10;
    /** Time asleep that a game may spend, as a multiple of its limit. */
    static final int SLEEP_FACTOR = 5;
    /** Number of reads after the end of the input before the program is stopped. */
    static final int MOST_ENDS = 8;

    /** Stops a program from within; an Error, so that `catch (Exception)` does not catch it. */
    static final class Stop extends Error {
        final String why;
        final int code;

        Stop(String why, int code) {
            super(why, null, false, false);
            this.why = why;
            this.code = code;
        }
    }

    public static void main(String[] words) throws Exception {
        PrintStream out = System.out;
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String unable = trapExits();
        Program program = null;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] request = line.split(" ");
            String answer;
            if (unable != null) {
                answer = new Json().put("unable", unable).end();
            } else if (request[0].equals("load")) {
                program = new Program(files(request, 1), List.of());
                answer = program.described();
            } else if (request[0].equals("test")) {
                answer = new Tests(program, request).answer();
            } else {
                answer = new Run(program, request).answer();
            }
            out.write((answer + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
        Runtime.getRuntime().halt(0);
    }

    /** Makes `System.exit` end the game and not the driver; returns the version of a Java that cannot, or null. */
    @SuppressWarnings("removal")
    static String trapExits() {
        try {
            System.setSecurityManager(new SecurityManager() {
                @Override
                public void checkPermission(java.security.Permission permission) {}

                @Override
                public void checkExit(int code) {
                    throw new Stop("exit", code);
                }
            });
            return null;
        } catch (UnsupportedOperationException error) {
            return System.getProperty("java.version");
        }
    }

    /** Decodes a word: `=`, then text with `\\s` for a blank, `\\n` for a line end and `\\\\` for a backslash. */
    static String decoded(String word) {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c == '\\') {
                c = word.charAt(++i);
                c = c == 's' ? ' ' : c == 'n' ? '\n' : c;
            }
            text.append(c);
        }
        return text.toString();
    }

    /** File names and texts of a request, from the word at an index on. */
    static Map<String, String> files(String[] request, int from) {
        Map<String, String> files = new LinkedHashMap<>();
        for (int i = from; i + 1 < request.length; i += 2) {
            files.put(decoded(request[i]), decoded(request[i + 1]));
        }
        return files;
    }

    /** The compiled classes of a student, and the facts found in their source. */
    static final class Program {
        final Map<String, byte[]> classes = new TreeMap<>();
        final List<String> errors = new ArrayList<>();
        final Source facts = new Source();
        final Map<String, String> sources;
        String main;

        /** Compiles the sources; `options` are added to the compiler's usual ones. */
        Program(Map<String, String> sources, List<String> options) throws IOException, URISyntaxException {
            this.sources = sources;
            List<JavaFileObject> files = new ArrayList<>();
            for (Map.Entry<String, String> source : sources.entrySet()) {
                files.add(file(source.getKey(), source.getValue()));
            }
            int own = files.size();
            files.addAll(sleepless(sources.values()));
            JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
            JavaFileManager memory = memory(compiler.getStandardFileManager(said, null, null));
            List<String> all = new ArrayList<>(List.of("-proc:none", "-Xlint:none", "-g", "-nowarn"));
            all.addAll(options);
            JavacTask task = (JavacTask) compiler.getTask(new StringWriter(), memory, said, all, null, files);
            for (CompilationUnitTree unit : task.parse()) {
                if (own-- > 0) {
                    facts.read(unit, Trees.instance(task).getSourcePositions());
                }
            }
            task.generate();
            for (Diagnostic<? extends JavaFileObject> one : said.getDiagnostics()) {
                if (one.getKind() == Diagnostic.Kind.ERROR && errors.size() < MOST_ERRORS) {
                    errors.add(error(one));
                }
            }
            main = mainClass();
        }

        /** A class `Thread` whose `sleep` returns at once, for each package that calls `Thread.sleep`. */
        static List<JavaFileObject> sleepless(Collection<String> texts) throws URISyntaxException {
            Set<String> packages = new TreeSet<>();
            for (String text : texts) {
                Matcher named = Pattern.compile("(?m)^\\s*package\\s+([\\w.]+)\\s*;").matcher(text);
                if (text.contains("Thread.sleep") && named.find()) {
                    packages.add(named.group(1));
                }
            }
            List<JavaFileObject> files = new ArrayList<>();
            for (String name : packages) {
                files.add(file(name.replace('.', '/') + "/Thread.java", "package " + name + ";\n" + SLEEPLESS));
            }
            return files;
        }

        static final String SLEEPLESS =
                "class Thread extends java.lang.Thread {\n"
                        + "Thread() {}\n"
                        + "Thread(Runnable work) { super(work); }\n"
                        + "Thread(String name) { super(name); }\n"
                        + "Thread(Runnable work, String name) { super(work, name); }\n"
                        + "public static void sleep(long time) throws InterruptedException {}\n"
                        + "}\n";

        static JavaFileObject file(String name, String text) throws URISyntaxException {
            return new SimpleJavaFileObject(new URI("string", null, "/" + name, null), JavaFileObject.Kind.SOURCE) {
                @Override
                public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                    return text;
                }
            };
        }

        JavaFileManager memory(JavaFileManager files) {
            return new ForwardingJavaFileManager<>(files) {
                @Override
                public JavaFileObject getJavaFileForOutput(
                        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
                    return new SimpleJavaFileObject(URI.create("mem:///" + name), kind) {
                        @Override
                        public OutputStream openOutputStream() {
                            return new ByteArrayOutputStream() {
                                @Override
                                public void close() {
                                    classes.put(name, toByteArray());
                                }
                            };
                        }
                    };
                }
            };
        }

        static String error(Diagnostic<? extends JavaFileObject> one) {
            String name = one.getSource() == null ? "" : new File(one.getSource().getName()).getName();
            String text = one.getMessage(Locale.ENGLISH);
            return new Json().put("file", name).put("line", one.getLineNumber()).put("text", text).end();
        }

        Map<String, Class<?>> loaded() {
            Map<String, Class<?>> loaded = new TreeMap<>();
            ClassLoader loader = new Loader(classes);
            for (String name : classes.keySet()) {
                try {
                    loaded.put(name, Class.forName(name, false, loader));
                } catch (Throwable error) {
                    // A class that cannot be loaded counts as missing.
                }
            }
            return loaded;
        }

        String mainClass() {
            List<String> mains = new ArrayList<>();
            loaded().forEach((name, one) -> {
                try {
                    one.getDeclaredMethod("main", String[].class);
                    mains.add(name);
                } catch (ReflectiveOperationException | LinkageError error) {
                    // The class has no main method.
                }
            });
            for (String wanted : List.of("Jouer", "Partie")) {
                for (String name : mains) {
                    if (simple(name).equals(wanted)) {
                        return name;
                    }
                }
            }
            return mains.isEmpty() ? "" : mains.get(0);
        }

        String described() {
            return new Json()
                    .list("errors", errors)
                    .put("compiled", !classes.isEmpty() && errors.isEmpty())
                    .put("main", main)
                    .texts("missing", missing())
                    .texts("packages", facts.packages)
                    .list("accents", facts.accents)
                    .list("methods", facts.methods)
                    .list("nested", facts.nested)
                    .list("exits", facts.exits)
                    .texts("uses", facts.uses)
                    .texts("guards", facts.guards)
                    .texts("changed", changed())
                    .end();
        }

        /** Elements of the subject's class diagram that are missing: C7. */
        List<String> missing() {
            Map<String, Class<?>> named = new TreeMap<>();
            loaded().forEach((name, one) -> named.putIfAbsent(simple(name), one));
            List<String> missing = new ArrayList<>();
            Class<?> game = named.get("Jeu"), player = named.get("Joueur"), referee = named.get("Arbitre");
            require(missing, "Jeu", game != null);
            require(missing, "Jeu.retirer", game == null || hasMethod(game, "retirer", 1));
            require(missing, "Joueur", player != null);
            require(missing, "Joueur.getPrise", player == null || hasMethod(player, "getPrise", 1));
            require(missing, "Arbitre", referee != null);
            require(missing, "Arbitre(Joueur, Joueur)", referee == null || player == null || meets(referee, player));
            Class<?> refused = named.get("CoupInvalideException");
            require(missing, "CoupInvalideException", refused != null && isChecked(refused));
            require(missing, "OperationInterditeException", named.containsKey("OperationInterditeException"));
            return missing;
        }

        /** Given elements whose declaration differs from the subject's text: C19. */
        List<String> changed() {
            Map<String, Class<?>> named = new TreeMap<>();
            loaded().forEach((name, one) -> named.putIfAbsent(simple(name), one));
            List<String> changed = new ArrayList<>();
            Class<?> game = named.get("Jeu"), player = named.get("Joueur");
            Class<?> refused = named.get("CoupInvalideException"), forbidden = named.get("OperationInterditeException");
            Method take = method(game, "retirer", 1), choose = method(player, "getPrise", 1), count = method(game, "getNombreAllumettes", 0);
            require(changed, "void retirer(int) throws CoupInvalideException", take == null || refused == null
                    || take.getReturnType() == void.class && take.getParameterTypes()[0] == int.class
                    && List.of(take.getExceptionTypes()).contains(refused));
            require(changed, "int getPrise(Jeu)", choose == null || game == null
                    || choose.getReturnType() == int.class && choose.getParameterTypes()[0].isAssignableFrom(game));
            require(changed, "int getNombreAllumettes()", count == null || count.getReturnType() == int.class);
            require(changed, "OperationInterditeException extends RuntimeException", forbidden == null
                    || RuntimeException.class.isAssignableFrom(forbidden)
                    || refused != null && refused.isAssignableFrom(forbidden));
            return changed;
        }

        static Method method(Class<?> one, String name, int arguments) {
            for (Method method : one == null ? List.<Method>of() : methods(one)) {
                if (method.getName().equals(name) && method.getParameterCount() == arguments) {
                    return method;
                }
            }
            return null;
        }

        static void require(List<String> missing, String what, boolean there) {
            if (!there) {
                missing.add(what);
            }
        }

        static boolean hasMethod(Class<?> one, String name, int arguments) {
            return method(one, name, arguments) != null;
        }

        static List<Method> methods(Class<?> one) {
            List<Method> methods = new ArrayList<>(List.of(one.getMethods()));
            methods.addAll(List.of(one.getDeclaredMethods()));
            return methods;
        }

        static boolean meets(Class<?> referee, Class<?> player) {
            for (Constructor<?> made : referee.getDeclaredConstructors()) {
                if (Collections.frequency(List.of(made.getParameterTypes()), player) == 2) {
                    return true;
                }
            }
            return false;
        }

        static boolean isChecked(Class<?> one) {
            return Exception.class.isAssignableFrom(one) && !RuntimeException.class.isAssignableFrom(one);
        }
    }

    /** The name of a class without its package and outer classes. */
    static String simple(String name) {
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
    }

    /** Class loader of one run, so that static fields do not outlive it. */
    static final class Loader extends ClassLoader {
        final Map<String, byte[]> classes;

        Loader(Map<String, byte[]> classes) {
            this(classes, ClassLoader.getPlatformClassLoader());
        }

        Loader(Map<String, byte[]> classes, ClassLoader above) {
            super(above);
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    /** The student's unit tests, run on the program and on copies with a wrong `rapide` strategy. */
    static final class Tests {
        /** Wrong numbers that `rapide` takes of `n` matches; complete tests notice each. */
        static final List<String> MISTAKES =
                List.of("3", "n", "1", "n < 2 ? n : 2", "n == 1 ? 2 : Math.min(3, n)", "n == 2 ? 1 : Math.min(3, n)", "n == 3 ? 2 : Math.min(3, n)");
        static final String RIGHT = "Math.min(3, n)";
        /** Classes that a test of a strategy does not need, unless they contain the strategy. */
        static final List<String> NEEDLESS = List.of("Arbitre", "Jouer", "Partie");
        final Program program;
        final long limit;
        final List<String> jars = new ArrayList<>();
        final Map<String, String> tests;

        /** Reads a request: time limit, class path of JUnit, then the tests. */
        Tests(Program program, String[] request) {
            this.program = program;
            this.limit = Long.parseLong(request[1]);
            for (String jar : decoded(request[2]).split(":")) {
                if (new File(jar).canRead()) {
                    jars.add(jar);
                }
            }
            this.tests = files(request, 3);
        }

        String answer() throws Exception {
            Json json = new Json();
            if (jars.size() < 2) {
                return json.put("unable", "junit4").end();
            }
            Program whole = compiled(program.sources);
            if (!whole.errors.isEmpty()) {
                return json.list("errors", whole.errors).end();
            }
            Outcome outcome = run(whole);
            List<Choice> fast = program.facts.fast;
            // Right tests fail on a wrong strategy, which has a check of its own.
            if (!outcome.failed.isEmpty() && !fast.isEmpty()) {
                Outcome helped = run(compiled(withMistake(RIGHT)));
                json.put("helped", helped.failed.isEmpty());
                outcome = helped.failed.isEmpty() ? helped : outcome;
            }
            json.put("ran", outcome.ran).texts("failed", outcome.failed);
            List<String> unnoticed = new ArrayList<>();
            for (String mistake : fast.isEmpty() || !outcome.failed.isEmpty() ? List.<String>of() : MISTAKES) {
                Program wrong = compiled(withMistake(mistake));
                if (wrong.errors.isEmpty() && run(wrong).failed.isEmpty()) {
                    unnoticed.add(mistake);
                }
            }
            return json.put("mutated", !fast.isEmpty())
                    .texts("unnoticed", unnoticed)
                    .texts("needless", needless(whole.facts))
                    .end();
        }

        /** Classes that tests of `rapide` use without need. */
        Set<String> needless(Source facts) {
            Set<String> needless = new TreeSet<>();
            facts.names.forEach((file, names) -> {
                if (tests.containsKey(file) && file.toLowerCase(Locale.ROOT).contains("rapide")) {
                    needless.addAll(names);
                }
            });
            needless.retainAll(NEEDLESS);
            program.facts.fast.forEach(choice -> choice.types().forEach(needless::remove));
            return needless;
        }

        Program compiled(Map<String, String> sources) throws Exception {
            Map<String, String> all = new LinkedHashMap<>(sources);
            all.putAll(tests);
            return new Program(all, List.of("-classpath", String.join(File.pathSeparator, jars)));
        }

        /** The sources with a `return` of another number at the start of the `rapide` strategy. */
        Map<String, String> withMistake(String mistake) {
            Map<String, String> sources = new LinkedHashMap<>(program.sources);
            List<Choice> last = new ArrayList<>(program.facts.fast);
            last.sort(Comparator.comparingInt(Choice::start).reversed());
            for (Choice choice : last) {
                String first = "int n_ = " + choice.left() + "; if (n_ >= 0) return "
                        + mistake.replaceAll("\\bn\\b", "n_") + ";";
                String text = sources.get(choice.source());
                sources.put(choice.source(), text.substring(0, choice.start()) + first + text.substring(choice.start()));
            }
            return sources;
        }

        static final class Outcome {
            volatile int ran;
            final List<String> failed = Collections.synchronizedList(new ArrayList<>());
        }

        Outcome run(Program whole) throws Exception {
            Outcome outcome = new Outcome();
            java.net.URL[] places = new java.net.URL[jars.size()];
            for (int i = 0; i < places.length; i++) {
                places[i] = new File(jars.get(i)).toURI().toURL();
            }
            ClassLoader junit = new java.net.URLClassLoader(places, ClassLoader.getPlatformClassLoader());
            ClassLoader loader = new Loader(whole.classes, junit);
            PrintStream out = System.out, err = System.err;
            InputStream in = System.in;
            System.setIn(InputStream.nullInputStream());
            System.setOut(new PrintStream(OutputStream.nullOutputStream()));
            System.setErr(System.out);
            Thread thread = new Thread(null, () -> all(whole, junit, loader, outcome), "tests", 4 << 20);
            thread.setDaemon(true);
            thread.start();
            if (Run.hangs(thread, limit)) {
                outcome.failed.add("hung");
            }
            System.setOut(out);
            System.setErr(err);
            System.setIn(in);
            return outcome;
        }

        void all(Program whole, ClassLoader junit, ClassLoader loader, Outcome outcome) {
            try {
                Class<?> core = junit.loadClass("org.junit.runner.JUnitCore");
                List<Class<?>> classes = new ArrayList<>();
                for (String name : whole.classes.keySet()) {
                    if (tests.containsKey(simple(name) + ".java") && !name.contains("$")) {
                        classes.add(Class.forName(name, false, loader));
                    }
                }
                Object result = core.getMethod("runClasses", Class[].class).invoke(null, (Object) classes.toArray(new Class<?>[0]));
                outcome.ran = (int) result.getClass().getMethod("getRunCount").invoke(result);
                for (Object failure : (List<?>) result.getClass().getMethod("getFailures").invoke(result)) {
                    outcome.failed.add(String.valueOf(failure));
                }
            } catch (Throwable error) {
                Throwable cause = error.getCause() == null ? error : error.getCause();
                outcome.failed.add(String.valueOf(cause));
            }
        }
    }

    /**
     * The method in which `rapide` chooses: its file, the offset after its `{`, the expression of the
     * matches left, and the types around it.
     */
    record Choice(String source, int start, String left, List<String> types) {}

    /** Facts found in the source. */
    static final class Source {
        final Set<String> packages = new TreeSet<>();
        final Set<String> uses = new TreeSet<>();
        final Set<String> guards = new TreeSet<>();
        final List<String> accents = new ArrayList<>();
        final List<String> methods = new ArrayList<>();
        final List<String> nested = new ArrayList<>();
        final List<String> exits = new ArrayList<>();
        final List<Choice> fast = new ArrayList<>();
        final Map<String, Set<String>> names = new TreeMap<>();

        void read(CompilationUnitTree unit, SourcePositions positions) {
            packages.add(unit.getPackageName() == null ? "" : unit.getPackageName().toString());
            new Reader(unit, positions).scan(unit, null);
        }

        final class Reader extends TreeScanner<Void, Void> {
            final CompilationUnitTree unit;
            final SourcePositions positions;
            final Deque<String> types = new ArrayDeque<>();
            /** Names of the types, methods and variables around the current node. */
            final Deque<String> around = new ArrayDeque<>();
            final Set<String> used;
            String method = "";
            int loops;
            boolean guarding;

            Reader(CompilationUnitTree unit, SourcePositions positions) {
                this.unit = unit;
                this.positions = positions;
                this.used = names.computeIfAbsent(source(), name -> new TreeSet<>());
            }

            /** Name of the file in the request. */
            String source() {
                return unit.getSourceFile().getName().substring(1);
            }

            long line(long position) {
                return position < 0 ? 0 : unit.getLineMap().getLineNumber(position);
            }

            String place(Tree tree, String name, long extent) {
                String file = new File(unit.getSourceFile().getName()).getName();
                long line = line(positions.getStartPosition(unit, tree));
                return new Json().put("name", name).put("file", file).put("line", line).put("lines", extent).end();
            }

            void named(Tree tree, CharSequence name) {
                if (name != null && !name.chars().allMatch(c -> c < 128)) {
                    accents.add(place(tree, name.toString(), 0));
                }
            }

            @Override
            public Void visitClass(ClassTree tree, Void none) {
                named(tree, tree.getSimpleName());
                types.push(tree.getSimpleName().toString());
                around.push(types.peek());
                String outerMethod = method;
                int outerLoops = loops;
                boolean outerGuarding = guarding;
                loops = 0;
                guarding = standsInForTheGame(tree);
                super.visitClass(tree, none);
                guarding = outerGuarding;
                loops = outerLoops;
                method = outerMethod;
                around.pop();
                types.pop();
                return null;
            }

            /** Whether a type has `retirer`, or is an invocation handler for one that has. */
            boolean standsInForTheGame(ClassTree tree) {
                return tree.getMembers().stream().anyMatch(member -> member instanceof MethodTree method
                        && (has(method, "retirer", 1) || has(method, "invoke", 3)));
            }

            static boolean has(MethodTree method, String name, int arguments) {
                return method.getName().contentEquals(name) && method.getParameters().size() == arguments;
            }

            /** Records that a stand-in for the game throws `OperationInterditeException`. */
            void forbids(Tree exception) {
                if (guarding && exception.toString().endsWith("OperationInterditeException")) {
                    guards.add(types.peek());
                }
            }

            /** A lambda given to `Proxy.newProxyInstance` stands in for the game too. */
            @Override
            public Void visitMethodInvocation(MethodInvocationTree tree, Void none) {
                boolean outer = guarding;
                guarding |= tree.getMethodSelect().toString().endsWith("newProxyInstance");
                super.visitMethodInvocation(tree, none);
                guarding = outer;
                return null;
            }

            @Override
            public Void visitMemberReference(MemberReferenceTree tree, Void none) {
                forbids(tree.getQualifierExpression());
                return super.visitMemberReference(tree, none);
            }

            @Override
            public Void visitMethod(MethodTree tree, Void none) {
                named(tree, tree.getName());
                method = types.peek() + "." + tree.getName();
                loops = 0;
                if (tree.getBody() != null) {
                    long first = line(positions.getStartPosition(unit, tree.getBody()));
                    long last = line(positions.getEndPosition(unit, tree.getBody()));
                    methods.add(place(tree, method, Math.max(0, last - first - 1)));
                }
                around.push(tree.getName().toString());
                chooses(tree);
                super.visitMethod(tree, none);
                around.pop();
                return null;
            }

            /** Records the method in which `rapide` chooses, by its name or the names around it. */
            void chooses(MethodTree tree) {
                boolean isFast = around.stream().anyMatch(name -> name.toLowerCase(Locale.ROOT).contains("rapide"));
                if (!isFast || tree.getBody() == null || !String.valueOf(tree.getReturnType()).equals("int")) {
                    return;
                }
                String body = tree.getBody().toString();
                for (VariableTree parameter : tree.getParameters()) {
                    String count = parameter.getName() + ".getNombreAllumettes()";
                    if (body.contains(count) || parameter.getType().toString().startsWith("Jeu")) {
                        int start = (int) positions.getStartPosition(unit, tree.getBody()) + 1;
                        fast.add(new Choice(source(), start, count, List.copyOf(types)));
                        return;
                    }
                }
            }

            @Override
            public Void visitVariable(VariableTree tree, Void none) {
                named(tree, tree.getName());
                around.push(tree.getName().toString());
                super.visitVariable(tree, none);
                around.pop();
                return null;
            }

            Void loop(Tree tree, Runnable inside) {
                if (++loops == 2) {
                    nested.add(place(tree, method, 0));
                }
                inside.run();
                loops--;
                return null;
            }

            @Override
            public Void visitForLoop(ForLoopTree tree, Void none) {
                return loop(tree, () -> super.visitForLoop(tree, none));
            }

            @Override
            public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Void none) {
                return loop(tree, () -> super.visitEnhancedForLoop(tree, none));
            }

            @Override
            public Void visitWhileLoop(WhileLoopTree tree, Void none) {
                return loop(tree, () -> super.visitWhileLoop(tree, none));
            }

            @Override
            public Void visitDoWhileLoop(DoWhileLoopTree tree, Void none) {
                return loop(tree, () -> super.visitDoWhileLoop(tree, none));
            }

            @Override
            public Void visitIdentifier(IdentifierTree tree, Void none) {
                uses.add(tree.getName().toString());
                used.add(tree.getName().toString());
                return super.visitIdentifier(tree, none);
            }

            @Override
            public Void visitMemberSelect(MemberSelectTree tree, Void none) {
                uses.add(tree.getIdentifier().toString());
                if (tree.toString().equals("System.exit")) {
                    exits.add(place(tree, method, 0));
                }
                return super.visitMemberSelect(tree, none);
            }

            @Override
            public Void visitNewClass(NewClassTree tree, Void none) {
                forbids(tree.getIdentifier());
                return super.visitNewClass(tree, none);
            }
        }
    }

    /** One game. Its output holds each typed answer between marks, where it was read. */
    static final class Run {
        static final int TYPED = 1;
        static final int TYPED_END = 2;
        final ByteArrayOutputStream shown = new ByteArrayOutputStream();
        final ByteArrayOutputStream errors = new ByteArrayOutputStream();
        final Deque<String> answers = new ArrayDeque<>();
        final Program program;
        final long limit;
        final String[] args;
        volatile Throwable thrown;

        Run(Program program, String[] request) {
            this.program = program;
            this.limit = Long.parseLong(request[1]);
            int count = Integer.parseInt(request[2]);
            this.args = new String[count];
            for (int i = 0; i < count; i++) {
                args[i] = decoded(request[3 + i]);
            }
            for (int i = 3 + count; i < request.length; i++) {
                answers.add(decoded(request[i]));
            }
        }

        String answer() throws Exception {
            PrintStream out = System.out, err = System.err;
            InputStream in = System.in;
            System.setIn(new Keyboard());
            System.setOut(new PrintStream(limited(shown), true, StandardCharsets.UTF_8));
            System.setErr(new PrintStream(limited(errors), true, StandardCharsets.UTF_8));
            Thread thread = new Thread(null, this::play, "partie", 4 << 20);
            thread.setDaemon(true);
            thread.start();
            boolean hung = hangs(thread, limit);
            System.setOut(out);
            System.setErr(err);
            System.setIn(in);
            return ended(hung);
        }

        /** Whether a thread exceeds its processor time or sleeps too long; other programs do not count. */
        static boolean hangs(Thread thread, long limit) throws InterruptedException {
            ThreadMXBean clock = ManagementFactory.getThreadMXBean();
            long slept = 0;
            do {
                thread.join(limit / 20);
                slept += thread.getState() == Thread.State.RUNNABLE ? 0 : limit / 20;
            } while (thread.isAlive()
                    && slept < SLEEP_FACTOR * limit
                    && clock.getThreadCpuTime(thread.getId()) < limit * 1_000_000);
            return thread.isAlive();
        }

        void play() {
            try {
                Class<?> main = Class.forName(program.main, true, new Loader(program.classes));
                Method method = main.getDeclaredMethod("main", String[].class);
                method.setAccessible(true);
                method.invoke(null, (Object) args);
            } catch (InvocationTargetException error) {
                thrown = error.getCause();
            } catch (Throwable error) {
                thrown = error;
            }
        }

        String ended(boolean hung) {
            Json json = new Json().put("shown", text(shown)).put("errors", text(errors));
            Throwable error = thrown;
            while (error instanceof ExceptionInInitializerError && error.getCause() != null) {
                error = error.getCause();
            }
            if (hung) {
                json.put("ended", "hung");
            } else if (error instanceof Stop) {
                json.put("ended", ((Stop) error).why).put("code", ((Stop) error).code);
            } else if (error != null) {
                json.put("ended", "raised").put("code", 1).put("kind", error.getClass().getSimpleName());
                json.put("text", String.valueOf(error.getMessage())).put("line", line(error));
            } else {
                json.put("ended", "returned").put("code", 0);
            }
            return json.end();
        }

        int line(Throwable error) {
            for (StackTraceElement frame : error.getStackTrace()) {
                if (program.classes.containsKey(frame.getClassName())) {
                    return frame.getLineNumber();
                }
            }
            return 0;
        }

        String text(ByteArrayOutputStream bytes) {
            synchronized (bytes) {
                return bytes.toString(StandardCharsets.UTF_8);
            }
        }

        static OutputStream limited(ByteArrayOutputStream to) {
            return new OutputStream() {
                @Override
                public void write(int c) {
                    write(new byte[] {(byte) c}, 0, 1);
                }

                @Override
                public void write(byte[] bytes, int from, int count) {
                    synchronized (to) {
                        if (to.size() + count > MOST_PRINTED) {
                            throw new Stop("flood", 1);
                        }
                        to.write(bytes, from, count);
                    }
                }
            };
        }

        /** Standard input that gives one line per read, as a terminal does, so that a second `Scanner` works. */
        final class Keyboard extends InputStream {
            byte[] line = {};
            int at;
            int ends;

            @Override
            public int read() {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
            }

            @Override
            public int read(byte[] into, int from, int count) {
                if (at == line.length && !typed()) {
                    return -1;
                }
                int taken = Math.min(count, line.length - at);
                System.arraycopy(line, at, into, from, taken);
                at += taken;
                return taken;
            }

            boolean typed() {
                String answer = answers.poll();
                if (answer == null) {
                    if (++ends > MOST_ENDS) {
                        throw new Stop("starved", 1);
                    }
                    return false;
                }
                line = (answer + "\n").getBytes(StandardCharsets.UTF_8);
                at = 0;
                synchronized (shown) {
                    shown.write(TYPED);
                    shown.writeBytes(answer.getBytes(StandardCharsets.UTF_8));
                    shown.write(TYPED_END);
                }
                return true;
            }

            @Override
            public int available() {
                return line.length - at;
            }

            /** Closing a `Scanner` closes its input: nothing more can be typed. */
            @Override
            public void close() {
                answers.clear();
                at = line.length;
            }
        }
    }

    /** Writer of one JSON object. */
    static final class Json {
        final StringBuilder text = new StringBuilder("{");

        Json put(String key, String value) {
            return raw(key, quoted(value));
        }

        Json put(String key, long value) {
            return raw(key, Long.toString(value));
        }

        Json put(String key, boolean value) {
            return raw(key, Boolean.toString(value));
        }

        Json list(String key, Collection<String> objects) {
            return raw(key, "[" + String.join(",", objects) + "]");
        }

        Json texts(String key, Collection<String> texts) {
            List<String> quoted = new ArrayList<>();
            texts.forEach(text -> quoted.add(quoted(text)));
            return list(key, quoted);
        }

        Json raw(String key, String value) {
            text.append(text.length() > 1 ? "," : "").append(quoted(key)).append(':').append(value);
            return this;
        }

        String end() {
            return text + "}";
        }

        static String quoted(String value) {
            StringBuilder quoted = new StringBuilder("\"");
            for (char c : value.toCharArray()) {
                boolean plain = c >= ' ' && c < 127 && c != '"' && c != '\\';
                quoted.append(plain ? String.valueOf(c) : String.format("\\u%04x", (int) c));
            }
            return quoted.append('"').toString();
        }
    }
}
